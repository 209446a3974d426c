/** The history of a toggle in one environment: compares its versions with the file, and rolls back. */
import * as vscode from 'vscode';
import { t } from '../../../../server/src/core/t.js';
import type { Target } from '../../../../server/src/core/protocol.js';
import { fileSide } from '../../drift/comparisons.js';
import { fenced, logged } from '../../fence.js';
import type { PushContext } from '../../push/pushPorts.js';
import { recorderOf, statePorts } from '../../push/pushPorts.js';
import { rollBack } from '../../../../server/src/service/push/pushState.js';
import type { Version } from '../../../../server/src/service/http/answers/answers.js';
import type { Failure } from '../../../../server/src/service/http/answers/outcome.js';
import { namesOf, projectAtHost, targetName } from '../../../../server/src/service/http/target.js';
import type { State } from '../../../../server/src/core/targeting/state/state.js';
import { stateAfterPatch, readBody, textOf } from '../../../../server/src/core/targeting/state/state.js';
import { readNextPage, nothingRead } from '../../../../server/src/service/versions.js';
import { sentencesOf } from '../../../../server/src/core/targeting/joined.js';
import { word } from '../../../../server/src/service/words/harmless.js';
import { reportPush, reportReading } from '../../push/reportPush.js';
import type { OpenService } from '../../services.js';
import { chooseService, openService, readableTargets } from '../../services.js';
import { notify } from '../../say.js';
import { fileBody } from '../../push/targetingFile.js';
import { pickVersion } from './versionPick.js';

export async function showHistory(context: PushContext, file: vscode.Uri, environment?: string): Promise<void> {
  const targets = await readableTargets(context, file, { environment });
  const title = t('History of {0}', word(targets[0]?.toggle ?? ''));
  const opened = await chooseService(context, file, targets, title, context.lastPushes.last(file.toString()));
  if (opened !== undefined) await showVersions(context, file, opened);
}

async function showVersions(context: PushContext, file: vscode.Uri, opened: OpenService): Promise<void> {
  const { target, service } = opened;
  const first = await readNextPage(service, nothingRead);
  if (first.kind === 'failed') return offerAgain(context, file, target, first.outcome);
  const live = first.value.list[0];
  if (live === undefined) return void notify('information', t('{0} has no versions.', targetName(target)));
  const base = await context.memoryStore.get(file.toString(), target);
  const { toggle, environment } = namesOf(target);
  const choice = await pickVersion({
    title: t('Versions of {0} in {1}', toggle, environment),
    known: first.value,
    base: base?.kind === 'seen' ? base.version : undefined,
    readOn: async (known) => {
      const reading = await readNextPage(service, known);
      if (reading.kind === 'read') return reading.value;
      // Not awaited: the list stays open next to the notification.
      offerAgain(context, file, target, reading.outcome).catch(logged(context.log));
      return undefined;
    },
  });
  if (choice?.action === 'compare') await compare(context, file, opened, { version: choice.version, live: live.state });
  if (choice?.action === 'roll-back') await restore(context, file, opened, choice.version);
}

async function offerAgain(context: PushContext, file: vscode.Uri, target: Target, outcome: Failure): Promise<void> {
  if (!(await reportReading(context, file, target, outcome))) return;
  const opened = await openService(context, file, target);
  if (opened !== undefined) await showVersions(context, file, opened);
}

async function compare(
  context: PushContext,
  file: vscode.Uri,
  opened: OpenService,
  { version: shown, live }: { readonly version: Version; readonly live: State },
): Promise<void> {
  const { target } = opened;
  const { version, state } = shown;
  const { toggle, environment } = namesOf(target);
  const body = await fileBody(context.server, file);
  if (body === undefined) return;
  // The live version fills in the fields that the file omits.
  const yours = stateAfterPatch(readBody(body), live).state;
  await context.diffs.show(
    t('{0}: version {1} in {2} ↔ your file', toggle, version, environment),
    { name: t('{0} in {1}, version {2}', toggle, environment, version), text: textOf(state) },
    fileSide(target, textOf(yours)),
    { file, target, rollBack: () => fenced(context.log, () => restore(context, file, opened, shown)) },
  );
}

async function restore(context: PushContext, file: vscode.Uri, opened: OpenService, version: Version): Promise<void> {
  const { target } = opened;
  const result = await context.diffs.during(file, () =>
    rollBack(statePorts(context, file, recorderOf(context, file)), opened, version),
  );
  context.refresh();
  if (result.kind === 'outcome' && result.outcome.kind === 'ok') {
    const { toggle, environment } = namesOf(target);
    const done = t(
      'Rolled back {0} in {1} to version {2}. Your file was not changed.',
      toggle,
      environment,
      version.version,
    );
    const buttons = { [t('Pull into File')]: true };
    if (await notify('information', sentencesOf([done, projectAtHost(target)]), buttons))
      await vscode.commands.executeCommand('toggleTargeting.pull', file, target.environment);
    return;
  }
  const again = (await reportPush(context, file, result)) && (await openService(context, file, target));
  if (again) await restore(context, file, again, version);
}
