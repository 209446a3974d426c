/**
 * What the table of many files says of one whose checks are done. Many files never merge and never overwrite what others
 * changed, and ask for no review: such a file is refused and can be pushed alone, with its diff in sight. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import { inTheWay } from '../approval/words.js';
import type { LastPushed, LastSeen, Memory, Sending } from '../push/memory.js';
import { comparable, lastSeen } from '../push/memory.js';
import type { Read, Unreadable } from '../push/look.js';
import { changesOf, look } from '../push/look.js';
import { lineOf } from '../push/checkedFile.js';
import { archivedWarning, isAllSeen } from '../push/push.js';
import type { ImpactOf } from '../push/risk.js';
import { impactInShort, riskOfPush, whyBroken } from '../push/risk.js';
import { paced } from '../pace.js';
import type { Targeting } from '../http/answers.js';
import type { Service } from '../http/service.js';
import { changes } from '../../core/targeting/state/changes.js';
import type { State } from '../../core/targeting/state/state.js';
import { sameState, textOf } from '../../core/targeting/state/state.js';
import { listOf, sentencesOf } from '../../core/targeting/joined.js';
import type { CheckedFile, ReadyToPush, Verdict } from './planned.js';
import { refusal } from './planned.js';
import { needsApproval, withoutPush } from './planned.js';

/** @param service undefined when the person gave no token */
export async function manyVerdict(
  memory: Memory,
  impactOf: ImpactOf,
  service: Service | undefined,
  file: CheckedFile,
): Promise<Verdict> {
  const { target, body } = file;
  const looked = await look(memory, { target, body, service: () => Promise.resolve(service) });
  switch (looked.kind) {
    case 'unreadable':
      return ofUnreadable(impactOf, file, looked);
    case 'read':
      return ofRead(impactOf, file, looked, await lastSeen(memory, target));
    default:
      return withoutPush(looked);
  }
}

async function ofRead(
  impactOf: ImpactOf,
  file: CheckedFile,
  looked: Read,
  last: LastSeen | undefined,
): Promise<Verdict> {
  const { target, service, live, after, changesTrackingAlone } = looked;
  if (live.pending !== undefined) return refusal(sentencesOf(inTheWay(live.pending)));
  // Tracking alone replaces no state of others.
  if (!changesTrackingAlone && last !== undefined && !sameState(last.state, live.state))
    return refusal(changedByOthers(live));
  // Whether it was finished, only a person can tell.
  if (!changesTrackingAlone && last?.unconfirmed === true)
    return refusal(t('a merge of it may not be finished. Push it alone.'));
  if (live.reviewers !== undefined) return refusal(needsApproval(looked));
  const { state, leftToService } = after;
  const risk = await riskOfPush(impactOf, looked);
  const broken = whyBroken(risk);
  if (broken !== undefined) return refusal(broken);
  return {
    kind: 'ready',
    checked: file,
    // What a push of the file alone asks about. Whether an environment is protected, the push of many asks once for all.
    checkFirst: [
      ...((await service.isArchived()) ? [archivedWarning(target)] : []),
      ...warningsIn(file),
      ...(changesTrackingAlone ? [] : await unseen(last, looked)),
    ],
    changes: [
      ...(await changesOf(looked)),
      ...impactInShort(risk.impact),
      ...(leftToService.length === 0
        ? []
        : [t('Not in the file, so the service keeps its own: {0}.', listOf(leftToService))]),
    ],
    risk,
    live,
    compared: changesTrackingAlone
      ? undefined
      : await paced(() => ({ before: textOf(live.state), after: textOf(state) })),
  };
}

/** What the push replaces that nobody has seen here. */
async function unseen(last: LastSeen | undefined, looked: Read): Promise<readonly string[]> {
  if (last === undefined) return [t('It was neither pulled nor pushed from here yet: see what it replaces.')];
  return (await paced(() => isAllSeen(last, looked)))
    ? []
    : [t('It replaces values that the file left to the service until now: see which.')];
}

function changedByOthers({ modifiedBy }: Targeting): string {
  return modifiedBy === undefined
    ? t('it has changed there since your file was made from it. Pull it, or push it alone.')
    : t('{0} changed it there since your file was made from it. Pull it, or push it alone.', modifiedBy);
}

/** Known is only what was pushed from here. */
async function ofUnreadable(impactOf: ImpactOf, file: CheckedFile, looked: Unreadable): Promise<Verdict> {
  const { body } = file;
  const { remembered, before, after } = looked;
  const risk = await riskOfPush(impactOf, looked);
  const last = remembered?.kind === 'pushed' ? remembered : undefined;
  const known = remembered?.kind === 'sending' ? [unknownSince(remembered)] : changesSince(last, before, after);
  return {
    kind: 'ready',
    checked: file,
    checkFirst: warningsIn(file),
    changes: [...known, ...(last === undefined ? [] : impactInShort(risk.impact))],
    risk,
    live: undefined,
    compared: last && { before: comparable(last.body), after: comparable(body) },
  };
}

function unknownSince({ time }: Sending): string {
  const when = new Date(time).toLocaleString();
  return t('What came of your push of {0} is not known, so what this one changes is not known, either.', when);
}

function changesSince(last: LastPushed | undefined, before: State, after: State): readonly string[] {
  if (last === undefined) return [t('It is the first push from here: what it changes is not known.')];
  const found = changes(before, after);
  const since = t('Since your push of {0}:', new Date(last.time).toLocaleString());
  return found.length > 0 ? [since, ...found] : [since, t('Something changes that only the diff shows.')];
}

/** The first ones, as lines. */
function warningsIn({ warnings }: Pick<ReadyToPush['checked'], 'warnings'>): readonly string[] {
  const shown = warnings.slice(0, 3).map(lineOf);
  return warnings.length > shown.length ? [...shown, t('… and {0} more', warnings.length - shown.length)] : shown;
}
