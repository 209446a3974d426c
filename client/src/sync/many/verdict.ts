/**
 * What the table of many files says of one whose checks are done. Many files never merge and never overwrite what others
 * changed, and ask for no review: such a file is refused and can be pushed alone, with its diff in sight. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import { inTheWay } from '../approval/words.js';
import type { LastBody, Sending } from '../base.js';
import { comparable, sameBody } from '../base.js';
import { lineOf } from '../checkedFile.js';
import { archivedWarning, goOnFrom } from '../guardedPush.js';
import { inTurn } from '../pace/inTurn.js';
import { tell } from '../service/describe.js';
import type { Live } from '../service/live.js';
import { targetName } from '../service/target.js';
import { changes } from '../state/changes.js';
import { riskOf } from '../state/risk.js';
import type { State } from '../state/state.js';
import { effective, readBody, sameState, textOf } from '../state/state.js';
import { listOf, sentencesOf } from '../words/inARow.js';
import type { Drafted, Ready, Verdict } from './planned.js';
import { refusal } from './planned.js';
import type { ManyPorts } from './ports.js';
import type { Reaching } from './reaching.js';
import { patientService } from './reaching.js';
import { needsApproval, noToken } from './reasons.js';

/** @param token undefined when the person gave none */
export async function manyVerdict(
  { ports, patience, token }: Omit<Reaching, 'token'> & { readonly token: string | undefined },
  file: Drafted,
): Promise<Verdict> {
  if (file.target.api !== 'featureprobe') return blind(ports, file);
  return token === undefined ? refusal(noToken()) : seeing({ ports, patience, token }, file);
}

async function seeing(reaching: Reaching, file: Drafted): Promise<Verdict> {
  const { ports } = reaching;
  const { uri, target } = file;
  const service = patientService(reaching, file);
  const reading = await service.read();
  if (reading.kind === 'failed') return { kind: 'refused', words: tell(reading.outcome, target).sentence };
  const live = reading.value;
  if (live.pending !== undefined) return refusal(sentencesOf(inTheWay(live.pending)));

  const effect = await inTurn(() => effective(readBody(file.body), live.state));
  const { state: after, kept } = effect;
  if (await inTurn(() => sameState(after, live.state))) {
    await goOnFrom(memoryOf(ports, uri), target, live, effect);
    const words = t('Nothing to push: version {0} of {1} says the same.', live.version, targetName(target));
    return { kind: 'same', words };
  }
  const remembered = await ports.remembered(uri, target);
  const base = remembered?.kind === 'seen' ? remembered : undefined;
  if (base !== undefined && !sameState(base.state, live.state)) return refusal(changedByOthers(live));
  // Whether it was finished, only a person can tell.
  if (base?.merging === true) return refusal(t('a merge of it may not be finished. Push it alone.'));
  if (live.reviewers !== undefined) return refusal(needsApproval());
  return {
    kind: 'ready',
    draft: file,
    changes: [
      ...((await service.isArchived()) ? [archivedWarning(target)] : []),
      ...(await inTurn(() => changes(live.state, after))),
      ...(kept.length === 0 ? [] : [t('Not in the file, so the service keeps its own: {0}.', listOf(kept))]),
      ...(base === undefined ? [t('It was neither pulled nor pushed from here yet: see what it replaces.')] : []),
      ...warningsIn(file),
    ],
    risk: await inTurn(() => riskOf(live.state, after)),
    live,
    compared: await inTurn(() => ({ before: textOf(live.state), after: textOf(after) })),
  };
}

function memoryOf({ remembered, remember, now }: ManyPorts, uri: string): Parameters<typeof goOnFrom>[0] {
  return {
    remembered: (target) => remembered(uri, target),
    remember: (target, what) => remember(uri, target, what),
    now,
  };
}

function changedByOthers({ modifiedBy }: Live): string {
  return modifiedBy === undefined
    ? t('it has changed there since your file was made from it. Pull it, or push it alone.')
    : t('{0} changed it there since your file was made from it. Pull it, or push it alone.', modifiedBy);
}

/** Known is only what was pushed from here. */
async function blind(ports: ManyPorts, file: Drafted): Promise<Verdict> {
  const { uri, target, body } = file;
  const remembered = await ports.remembered(uri, target);
  const last = remembered?.kind === 'pushed' ? remembered : undefined;
  if (last !== undefined && sameBody(last.body, body)) {
    const time = new Date(last.time).toLocaleString();
    return { kind: 'same', words: t('Nothing has changed since your push of {0}.', time) };
  }
  const before = stateOf(last?.body ?? '{}');
  const { state: after } = effective(readBody(body), before);
  const known = remembered?.kind === 'sending' ? [unknownSince(remembered)] : blindChanges(last, before, after);
  return {
    kind: 'ready',
    draft: file,
    changes: [...known, ...warningsIn(file)],
    risk: riskOf(before, after),
    live: undefined,
    compared: last && { before: comparable(last.body), after: comparable(body) },
  };
}

function unknownSince({ time }: Sending): string {
  const when = new Date(time).toLocaleString();
  return t('What came of your push of {0} is not known, so what this one changes is not known, either.', when);
}

function blindChanges(last: LastBody | undefined, before: State, after: State): readonly string[] {
  if (last === undefined) return [t('It is the first push from here: what it changes is not known.')];
  const found = changes(before, after);
  const since = t('Since your push of {0}:', new Date(last.time).toLocaleString());
  return found.length > 0 ? [since, ...found] : [since, t('Something changes that only the diff shows.')];
}

/** What a PATCH with this body leaves, as far as the body says it. */
function stateOf(body: string): State {
  return effective(readBody(body), { disabled: false, content: {} }).state;
}

/** The first ones, as lines. */
function warningsIn({ warnings }: Pick<Ready['draft'], 'warnings'>): readonly string[] {
  const shown = warnings.slice(0, 3).map(lineOf);
  return warnings.length > shown.length ? [...shown, t('… and {0} more', warnings.length - shown.length)] : shown;
}
