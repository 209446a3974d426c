/** Compares a file with the live version: words for lenses and trees, sentences for tooltips. Pure. */
import { t } from '../core/t.js';
import type { Target } from '../core/protocol.js';
import { approvalSummary, sentencesAbout } from './approval/approvalWords.js';
import type { LastSeen, Remembered } from './push/memory.js';
import { isOwn } from './push/memory.js';
import { runPaced } from './pace.js';
import type { Seen, Snapshot } from './backgroundReader.js';
import { outcomeWord } from './http/answers/outcomeWord.js';
import type { Failure } from './http/answers/outcome.js';
import type { Reading } from './http/answers/reading.js';
import { environmentName, hostOf, environmentAtHost, serviceAddressOf } from './http/target.js';
import { failureReason } from './http/answers/failureReason.js';
import { listOfFirst } from '../core/targeting/joined.js';
import { differingFields, otherOrder } from '../core/targeting/state/differingFields.js';
import { changes } from '../core/targeting/state/changes.js';
import type { Plain } from '../core/targeting/state/state.js';
import { stateAfterPatch, sameState } from '../core/targeting/state/state.js';
import { inList, linesOf, shortened } from './words/harmless.js';
import { changedBy } from './words/changedSince.js';
import { timeOf } from './words/timeOf.js';
import { keptThere } from './words/kept.js';

export interface Drift {
  /** Text of a lens, with the environment's name. */
  readonly title: string;
  /** Text of a tree node, without the environment's name. */
  readonly words: string;
  /** Short text for a failed read, without versions and times. */
  readonly shortWords?: string;
  readonly kind: 'not-compared' | 'same' | 'differs' | 'behind' | 'waits' | 'failed';
  /** Set if others have changed the live version since the file was made from that version. */
  readonly moved?: true;
  /** Set if the comparison concerns the whole file, so that its text names no environment. */
  readonly isOfFile?: true;
  readonly isOff?: true;
  readonly tooltip: string;
  readonly click: 'show-diff' | 'set-token' | 'pick-toggle' | 'approval' | 'show-log' | 'show-problems' | 'compare';
}

export interface View {
  readonly target: Target;
  /** The last read of the environment; undefined if nothing is known yet. */
  readonly snapshot: Snapshot | undefined;
  readonly remembered: Remembered | undefined;
  /** The last version that a rollback or promotion in this editor made. */
  readonly made?: number | undefined;
  readonly body: Plain;
}

/** The environments to compare in the background, preferably protected environments. `more` counts the others. */
export function environmentsToCompare(targets: readonly Target[]): {
  readonly first: readonly Target[];
  readonly more: number;
} {
  const protectedFirst = targets.toSorted((a, b) => Number(b.protected) - Number(a.protected));
  const wanted = new Set(protectedFirst.slice(0, MAX_COMPARED_ENVIRONMENTS));
  return { first: targets.filter((target) => wanted.has(target)), more: targets.length - wanted.size };
}

const MAX_COMPARED_ENVIRONMENTS = 8;

/** Returns a failed comparison if `work` throws, so that an unexpected error does not remove the other lenses. */
export async function fencedDrift(
  target: Target,
  work: () => Promise<Drift>,
  failed: (error: unknown) => void,
): Promise<Drift> {
  try {
    return await work();
  } catch (error) {
    failed(error);
    const tooltip = linesOf([environmentAtHost(target), t('The comparison failed; see the log.')]);
    const words = t('failed');
    return { title: titled(target, words), words, kind: 'failed', tooltip, click: 'show-log' };
  }
}

export async function driftOf(view: View): Promise<Drift> {
  const { target, snapshot } = view;
  const environment = environmentName(target);
  const where = environmentAtHost(target);
  switch (snapshot?.kind) {
    case undefined:
      return {
        title: titled(target, '…'),
        words: t('not compared yet'),
        kind: 'not-compared',
        tooltip: where,
        click: 'show-diff',
      };
    case 'no-token':
      return {
        title: titled(target, t('set token')),
        words: t('not compared yet'),
        kind: 'not-compared',
        tooltip: t('No access token for {0} is stored here.', serviceAddressOf(target)),
        click: 'set-token',
      };
    case 'not-agreed':
      return {
        title: inList(t('Compare with {0} on {1}…', shortened(environment, MAX_NAME_LENGTH), hostOf(target))),
        words: t('not compared yet'),
        kind: 'not-compared',
        tooltip: t('Reads {0} now and whenever files in this folder are visible.', serviceAddressOf(target)),
        click: 'compare',
      };
    case 'seen': {
      const { told, warns, sentences, click = 'show-diff' } = await standing(view, snapshot.seen);
      return { ...told, title: titled(target, told.words, warns), tooltip: linesOf([where, ...sentences]), click };
    }
    case 'failed':
      return failedDrift(view, snapshot);
  }
}

/**
 * The entry to remember for a file that equals the live version, so that later changes count as a colleague's.
 * @param body the body of the saved file: unsaved edits may be discarded
 * @returns undefined if the file differs or omits fields, or if the remembered entry is unconfirmed or at least as new
 */
export function entryIfEqual({
  snapshot,
  body,
}: Pick<View, 'snapshot' | 'body'>): ((remembered: Remembered | undefined) => LastSeen | undefined) | undefined {
  if (snapshot?.kind !== 'seen' || snapshot.seen.live.pending !== undefined) return undefined;
  const { live, time } = snapshot.seen;
  const { version, state } = live;
  const after = stateAfterPatch(body, state);
  if (after.leftToService.length > 0 || !sameState(after.state, state)) return undefined;
  const { outdated } = snapshot.seen;
  return (remembered) => {
    const isNews =
      remembered?.kind === 'seen' ? remembered.unconfirmed !== true && remembered.version < version : outdated !== true;
    return isNews ? { kind: 'seen', version, state, time } : undefined;
  };
}

/** Describes a failed read, followed by the last known comparison with its time. */
async function failedDrift(view: View, { outcome, seen }: Extract<Snapshot, { kind: 'failed' }>): Promise<Drift> {
  const { target } = view;
  const known = seen && (await standing(view, seen));
  const before = known === undefined ? [] : [t('as of {0}: {1}', timeOf(known.time), known.told.words)];
  const click = clickOn(outcome);
  const offer = click === 'set-token' ? [t('set token')] : [];
  const words = [failing(outcome), ...offer, ...before].join(' · ');
  const short = known === undefined ? [] : [driftLabel(known.told)];
  return {
    ...known?.told,
    title: titled(target, words, known?.warns),
    words,
    shortWords: [failing(outcome), ...short].join(' · '),
    kind: 'failed',
    tooltip: linesOf([environmentAtHost(target), ...causeOf(outcome, target), ...(known?.sentences ?? [])]),
    click,
  };
}

function clickOn(outcome: Failure): Drift['click'] {
  if (outcome.kind === 'unauthorized' || outcome.kind === 'unknown-token') return 'set-token';
  return isNoToggle(outcome) ? 'pick-toggle' : 'show-diff';
}

function isNoToggle(outcome: Failure): boolean {
  return outcome.kind === 'not-found' && outcome.missing?.what === 'toggle';
}

/** @returns whether the service has the toggle; undefined if that is unclear from the failure */
export function isThere(reading: Reading<unknown>): boolean | undefined {
  if (reading.kind === 'read') return true;
  return isNoToggle(reading.outcome) ? false : undefined;
}

/** A sentence about the protection, since tooltips and screen readers do not convey the lock icon. */
export function guardedSentence(target: Target): readonly string[] {
  return target.protected ? [t('Protected: pushes ask for confirmation.')] : [];
}

function titled(target: Target, words: string, warns = false): string {
  const icons = [...(warns ? ['$(warning)'] : []), ...(target.protected ? ['$(lock)'] : [])];
  // In lenses, the editor drops a normal space after an icon.
  return [...icons, inList(t('{0}: {1}', shortened(environmentName(target), MAX_NAME_LENGTH), words))].join('\u00A0');
}

function driftLabel({ kind, words }: Standing['told']): string {
  if (kind === 'same') return t('up to date');
  return kind === 'differs' ? t('differs') : words;
}

/** Maximum number of characters of an environment's name in a lens; the tooltip has the full name. */
const MAX_NAME_LENGTH = 24;

/** Like `outcomeWord`, but worded for a read instead of a push. */
function failing(outcome: Failure): string {
  if (isNoToggle(outcome)) return t('no such toggle');
  if (outcome.kind === 'unreachable') return t('offline');
  return outcome.kind === 'stopped-here' ? t('not read') : outcomeWord(outcome.kind);
}

function causeOf(outcome: Failure, target: Target): readonly string[] {
  if (outcome.kind === 'unknown-token' || 'missing' in outcome)
    return [failureReason(outcome, target, 'read-again').reason];
  if ('cause' in outcome) return [outcome.cause];
  if ('reason' in outcome) return [outcome.reason];
  return 'message' in outcome && outcome.message.length < shortMessage ? [outcome.message] : [];
}

/** The maximum length of a message in characters. Longer text is a whole page rather than a message. */
const shortMessage = 300;

interface Standing {
  readonly told: Pick<Drift, 'words' | 'kind' | 'moved' | 'isOff'>;
  readonly warns?: true;
  readonly sentences: readonly string[];
  /** Time at which the live version was read, in milliseconds since 1970. */
  readonly time: number;
  readonly click?: 'approval';
}

async function standing({ body, remembered, made: madeHere }: View, seen: Seen): Promise<Standing> {
  const base = remembered?.kind === 'seen' ? remembered : undefined;
  const made = base !== undefined && isOwn(base, seen.live) ? seen.live.version : madeHere;
  // A later push or pull in this editor may have remembered a newer version. Clocks may change, so versions decide.
  const { state, version, modifiedBy, pending, time } =
    base !== undefined && seen.outdated === true && base.version > seen.live.version
      ? { ...base, modifiedBy: undefined, pending: undefined }
      : { ...seen.live, time: seen.time };
  const off = state.disabled ? ({ isOff: true } as const) : {};
  if (pending !== undefined) {
    const sentences = [...sentencesAbout(pending), t('Read {0}.', timeOf(time))];
    return { told: { ...off, words: approvalSummary(pending), kind: 'waits' }, sentences, time, click: 'approval' };
  }
  const read = t('Version {0}, read {1}.', version, timeOf(time));
  const found = await runPaced(() => stateAfterPatch(body, state));
  const { state: after } = found;
  if (await runPaced(() => sameState(after, state))) {
    const words = t('up to date · version {0}', version);
    return { told: { ...off, words, kind: 'same' }, sentences: [...keptThere(found), read], time };
  }
  const moved = base !== undefined && !(await runPaced(() => sameState(base.state, state)));
  const isBehind = moved && (await runPaced(() => sameState(stateAfterPatch(body, base.state).state, base.state)));
  const others = moved ? await runPaced(() => changes(base.state, state)) : [];
  const own = isBehind ? [] : await runPaced(() => changes(state, after));
  const sentences = [
    ...(moved ? [t('It has changed since you last pulled or pushed:'), ...few(others)] : []),
    ...(isBehind ? [] : [t('A push would change:'), ...few(own)]),
    read,
  ];
  const byOthers = moved && made !== version && ({ moved } as const);
  const how = { ...off, kind: isBehind ? 'behind' : 'differs', ...byOthers } as const;
  if (await runPaced(() => otherOrder(after.content, state.content))) {
    const warning = t(
      'On the service, the variations are in another order, so an index may refer to another variation.',
    );
    const words = t('variations in another order');
    return { told: { ...how, words }, warns: true, sentences: [warning, ...sentences], time };
  }
  if (!moved) {
    const words = differing(await runPaced(() => differingFields(state, after)));
    return { told: { ...how, words }, sentences, time };
  }
  const theirs = changedBy({ version, modifiedBy }, { made });
  if (isBehind) return { told: { ...how, words: theirs }, sentences, time };
  const fields = await runPaced(() => differingFields(base.state, stateAfterPatch(body, base.state).state));
  return { told: { ...how, words: t('{0}; yours {1}', theirs, differing(fields)) }, sentences, time };
}

/** Names at most two fields, since a line may cover several environments. */
function differing(fields: readonly string[]): string {
  const [first = '', second = ''] = fields;
  return fields.length === 2 ? t('differs in {0} and {1}', first, second) : t('differs in {0}', listOfFirst(fields, 1));
}

function few(sentences: readonly string[]): readonly string[] {
  return sentences.length > 8 ? [...sentences.slice(0, 7), '…'] : sentences;
}
