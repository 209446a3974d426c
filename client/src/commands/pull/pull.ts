/** The commands that pull the live version into a file, or pull toggles into new files. */
import * as vscode from 'vscode';
import { t } from '../../../../server/src/core/t.js';
import { checkRequest, payloadRequest, pullRequest } from '../../../../server/src/core/protocol.js';
import { fileSide, liveSide } from '../../drift/comparisons.js';
import type { Diffs } from '../../drift/diffs.js';
import { logged } from '../../fence.js';
import type { PushContext } from '../../push/pushPorts.js';
import { recorderOf } from '../../push/pushPorts.js';
import { merge } from '../../merge/merge.js';
import { sentencesAbout } from '../../../../server/src/service/approval/approvalWords.js';
import type { Pulled, PullPorts, PullQuestion } from '../../../../server/src/service/pull/pull.js';
import { pullFile } from '../../../../server/src/service/pull/pull.js';
import { namesOf, targetName } from '../../../../server/src/service/http/target.js';
import { normalised, textOf } from '../../../../server/src/core/targeting/state/state.js';
import { word } from '../../../../server/src/service/words/harmless.js';
import { firstOf, sentencesOf } from '../../../../server/src/core/targeting/joined.js';
import { reportReading } from '../../push/reportPush.js';
import { reachMilestone } from '../../milestones.js';
import { chooseService, readableTargets } from '../../services.js';
import { ask, notify } from '../../say.js';
import { chooseToggles } from '../../questions/chooseToggles.js';
import { pullInto } from './pullInto.js';

export async function pull(context: PushContext, file: vscode.Uri, environment?: string): Promise<void> {
  const targets = await readableTargets(context, file, { environment });
  const title = t('Pull {0}', word(targets[0]?.toggle ?? ''));
  const last = context.lastPushes.last(file.toString());
  const chosen = await chooseService(context, file, targets, title, last);
  if (chosen === undefined) return;
  const pulled = await context.diffs.during(file, () => pullFile(ports(context, file), chosen.target, chosen.service));
  context.refresh(file);
  // Not awaited: the notification stays open until the person dismisses it.
  void report(context, file, pulled)
    .then((again) => (again ? pull(context, file, environment) : undefined))
    .catch(logged(context.log));
}

function ports(context: PushContext, file: vscode.Uri): PullPorts {
  const { server, diffs } = context;
  const uri = file.toString();
  return {
    ...recorderOf(context, file),
    file: async () => {
      const document = await vscode.workspace.openTextDocument(file);
      const { version } = document;
      if ((await server.ask(checkRequest, { uri })) === null) return { kind: 'unknown' };
      if (document.getText().trim() === '') return { kind: 'empty', version };
      const payload = await server.ask(payloadRequest, { uri, version });
      if (payload.kind === 'ready') return { kind: 'object', version, body: payload.body };
      return { kind: payload.kind === 'changed' ? 'changing' : payload.kind };
    },
    edit: async (state, version) => {
      const [client, document] = [await server.client(), await vscode.workspace.openTextDocument(file)];
      const pull = await client.sendRequest(pullRequest, { uri, body: JSON.stringify(normalised(state)) });
      if (pull?.kind !== 'ready' || pull.version !== version) return false;
      const edit = new vscode.WorkspaceEdit();
      edit.set(file, await client.protocol2CodeConverter.asTextEdits([...pull.edits]));
      // The change is a single edit, so that one undo reverts it. It is not saved, so that the person can review it.
      const isSame = !document.isClosed && document.version === version;
      if (!isSame || !(await vscode.workspace.applyEdit(edit))) return false;
      await vscode.window.showTextDocument(document);
      return true;
    },
    ask: (question) => askWhich(diffs, question),
    merge: (conflict) => merge(context, file, conflict, 'pull'),
  };
}

/** Shows the diff from the file to the live version, then asks whether to merge that version or replace the file. */
async function askWhich(
  diffs: Diffs,
  { target, yours, live, changes, canMerge }: PullQuestion,
): Promise<'merge' | 'replace' | undefined> {
  const { toggle, environment } = namesOf(target);
  await diffs.show(
    t('{0}: your file ↔ live in {1}', toggle, environment),
    fileSide(target, textOf(yours)),
    liveSide(target, live),
  );
  const title = t('Replace your {0} file with the live version from {1}?', toggle, environment);
  const lines = [t('What changes in the file:'), ...firstOf(changes, 12)];
  return ask('warning', { title, lines }, { ...(canMerge && { [t('Merge…')]: 'merge' }), [t('Replace')]: 'replace' });
}

/** Reports the result of a pull. @returns whether the person wants to try again */
async function report(context: PushContext, file: vscode.Uri, pulled: Pulled): Promise<boolean> {
  switch (pulled.kind) {
    case 'abandoned':
    case 'merging':
      return false;
    case 'failed':
      return reportReading(context, file, pulled.target, pulled.outcome);
    case 'refused':
      void notify('error', t('Not pulled: {0}', pulled.reason));
      return false;
    default:
      await tellPulled(file, pulled);
      return false;
  }
}

async function tellPulled(
  file: vscode.Uri,
  pulled: Extract<Pulled, { readonly kind: 'nothing-new' | 'pulled' }>,
): Promise<void> {
  reachMilestone('hasPulled');
  const { pending, target, version } = pulled;
  const name = targetName(target);
  const sentences =
    pulled.kind === 'pulled'
      ? [t('Pulled version {0} of {1}. The file is not saved yet.', version, name), ...firstOf(pulled.changes, 3)]
      : [t('Nothing to pull: the file is up to date with version {0} of {1}.', version, name)];
  const submitted = pending === undefined ? [] : [...sentencesAbout(pending), t('It is not live.')];
  const buttons = pending === undefined ? {} : { [t('Approval…')]: true };
  if (await notify('information', sentencesOf([...sentences, ...submitted]), buttons))
    await vscode.commands.executeCommand('toggleTargeting.approval', file, target.environment);
}

export async function pullTogglesInto(context: PushContext): Promise<void> {
  const wanted = await chooseToggles(context);
  if (wanted !== undefined) await pullInto(context, wanted);
}
