/** The command that compares a file with the live version, or with the last push if the service cannot be read. */
import * as vscode from 'vscode';
import { t } from '../../../../server/src/core/t.js';
import type { Target } from '../../../../server/src/core/protocol.js';
import type { LastPushes } from '../../push/lastPushes.js';
import type { MemoryStore } from '../../push/memoryStore.js';
import { showFile } from '../../drift/comparisons.js';
import type { Diffs } from '../../drift/diffs.js';
import { logged } from '../../fence.js';
import { sameBody } from '../../../../server/src/service/push/memory.js';
import { runPaced } from '../../../../server/src/service/pace.js';
import { sentencesAbout } from '../../../../server/src/service/approval/approvalWords.js';
import type { Targeting } from '../../../../server/src/service/http/answers/answers.js';
import { environmentAtHost, environmentName, targetName } from '../../../../server/src/service/http/target.js';
import { changes } from '../../../../server/src/core/targeting/state/changes.js';
import { stateAfterPatch, readBody } from '../../../../server/src/core/targeting/state/state.js';
import { word } from '../../../../server/src/service/words/harmless.js';
import { firstOf, sentencesOf } from '../../../../server/src/core/targeting/joined.js';
import type { Changed } from '../../../../server/src/service/words/changedSince.js';
import { changedSince } from '../../../../server/src/service/words/changedSince.js';
import { keptByService } from '../../../../server/src/service/words/kept.js';
import { timeOf } from '../../../../server/src/service/words/timeOf.js';
import { reachMilestone } from '../../milestones.js';
import { chooseTarget } from '../../questions/prompts.js';
import type { ReportContext } from '../../push/reportPush.js';
import { reportReading } from '../../push/reportPush.js';
import { openService, refuse, savedTargets } from '../../services.js';
import { isReadable, readLive } from '../../../../server/src/service/http/service.js';
import { notify } from '../../say.js';
import { fileBody } from '../../push/targetingFile.js';

type DiffContext = ReportContext & {
  readonly memoryStore: MemoryStore;
  readonly lastPushes: Pick<LastPushes, 'made'>;
  readonly diffs: Diffs;
};

export async function showDiff(context: DiffContext, file: vscode.Uri, environment?: string): Promise<void> {
  const target = await targetOf(context, file, environment);
  const body = target && (await fileBody(context.server, file));
  if (target === undefined || body === undefined) return;
  const told = isReadable(target)
    ? await compareLive(context, file, target, body)
    : await compareUnreadable(context, file, target, body);
  // Not awaited: the notification stays open until the person dismisses it.
  if (told !== undefined) offer(file, target, told).catch(logged(context.log));
}

/** @returns undefined after a message, or if the person canceled */
async function targetOf(context: DiffContext, file: vscode.Uri, environment?: string): Promise<Target | undefined> {
  const found = await savedTargets(context, file, { environment });
  if (found.kind !== 'found') {
    const none = t('There is no targeting.config.json for this file.');
    await refuse(context, file, found.kind === 'none' ? none : found.reason);
    return undefined;
  }
  const { targets } = found;
  return targets.length === 1
    ? targets[0]
    : chooseTarget(targets, t('Compare {0} with…', word(targets[0]?.toggle ?? '')), undefined);
}

interface Told {
  readonly sentences: readonly string[];
  /** The action to offer. If a diff is open, Push is not offered, because the diff's title already has this button. */
  readonly offer?: 'push' | 'approval';
}

/** Shows the diff. @returns undefined after a message, or if the person canceled */
async function compareLive(
  context: DiffContext,
  file: vscode.Uri,
  target: Target,
  body: string,
): Promise<Told | undefined> {
  const opened = await openService(context, file, target);
  if (opened === undefined) return undefined;
  const reading = await readLive(opened.service);
  if (reading.kind === 'failed') {
    const again = await reportReading(context, file, target, reading.outcome);
    return again ? compareLive(context, file, target, body) : undefined;
  }
  const { live } = reading.value;
  const { pending, state, version } = live;
  const after = await runPaced(() => stateAfterPatch(readBody(body), state));
  const changed = await changedHere(context, file, target, { live, body });
  await showFile(context.diffs, { kind: 'read', target, live, after, isBehind: changed?.isBehind === true }, file);
  reachMilestone('hasCompared');
  const changing = await runPaced(() => changes(state, after.state));
  const waiting = pending === undefined ? [] : sentencesAbout(pending);
  const same = t('{0} is already up to date (version {1}).', targetName(target), version);
  const pushed = t('A push to {0} changes:', environmentName(target));
  const sentences =
    changing.length === 0
      ? [same, ...waiting]
      : [...waiting, ...(changed?.sentences ?? [...keptByService(after), pushed, ...firstOf(changing, 3)])];
  return { sentences, ...(pending !== undefined && { offer: 'approval' }) };
}

async function changedHere(
  { memoryStore, lastPushes }: DiffContext,
  file: vscode.Uri,
  target: Target,
  { live, body }: { readonly live: Targeting; readonly body: string },
): Promise<Changed | undefined> {
  const last = await memoryStore.get(file.toString(), target);
  const base = last?.kind === 'seen' ? last.state : undefined;
  // `modifiedBy` of a submitted change is the author of that change, not of the live version.
  const modifiedBy = live.pending === undefined ? live.modifiedBy : undefined;
  const since = { base, made: lastPushes.made(target) };
  return changedSince(environmentName(target), { ...live, modifiedBy }, readBody(body), since);
}

/** Compares the file with the last push from this editor, because the service cannot be read. */
async function compareUnreadable(context: DiffContext, file: vscode.Uri, target: Target, body: string): Promise<Told> {
  const last = await context.memoryStore.get(file.toString(), target);
  if (last?.kind === 'sending') {
    const sentence = t(
      'It is unknown whether your push of {0} to {1} was applied, so there is nothing to compare with.',
      timeOf(last.time),
      targetName(target),
    );
    return { sentences: [sentence], offer: 'push' };
  }
  if (last?.kind !== 'pushed') {
    const sentence = t('Nothing has been pushed to {0} from here yet.', environmentAtHost(target));
    return { sentences: [sentence], offer: 'push' };
  }
  await showFile(context.diffs, { kind: 'unreadable', target, remembered: last, body }, file);
  reachMilestone('hasCompared');
  const name = targetName(target);
  const time = timeOf(last.time);
  const sentence = sameBody(last.body, body)
    ? t('The targeting is the same as in your push of {0} to {1}.', time, name)
    : t('The file has changed since your push of {0} to {1}.', time, name);
  return { sentences: [sentence] };
}

async function offer(file: vscode.Uri, target: Target, { sentences, offer: offered }: Told): Promise<void> {
  const titles = {
    push: t('Push to {0}…', environmentName(target)),
    approval: t('Approval…'),
  };
  const buttons = offered === undefined ? {} : { [titles[offered]]: true };
  if (await notify('information', sentencesOf(sentences), buttons))
    await vscode.commands.executeCommand(`toggleTargeting.${offered}`, file, target.environment);
}
