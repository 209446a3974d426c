/**
 * The flow of every push: compares, asks and sends. Skips equal bodies, never reverts unseen changes silently, and
 * requests a review if the environment requires one. Does not import vscode.
 */
import { t } from '../../core/t.js';
import type { Check, Target } from '../../core/protocol.js';
import { word } from '../words/harmless.js';
import { runPaced } from '../pace.js';
import type { Targeting } from '../http/answers/answers.js';
import { changes } from '../../core/targeting/state/changes.js';
import type { State } from '../../core/targeting/state/state.js';
import type { NotPushed, SmallerStep } from './checkedFile.js';
import { notPushed } from './checkedFile.js';
import type { NoPush, Read, Unreadable, Wanted } from './look.js';
import { look } from './look.js';
import type { Recorder } from './memory.js';
import type { GateTable, ProspectPorts, PushPreview } from './gates.js';
import { answerTo, cautionsOf, recheckLive, prospectOf, refusalAt } from './gates.js';
import type { Risk } from './risk.js';
import { impactInShort } from './risk.js';
import type { Overtaken, Submitted } from './send.js';
import { send, submit } from './send.js';

export interface PushPorts extends Recorder, ProspectPorts {
  /** Shows the diff before any question. */
  readonly show: (looked: Read | Unreadable) => Promise<void>;
  readonly decide: (question: Question) => Promise<Decision | undefined>;
  /** Forgets that the config once protected the environment, after the person has agreed. */
  readonly release: (target: Target) => Promise<void>;
  /** Shows changes by others that the file lacks, and offers a merge. */
  readonly reconcile: (conflict: Conflict) => Promise<'push' | 'merging' | 'merged' | 'changed' | undefined>;
}

/** `push-and-release` also forgets a remembered protection once the push has been applied. */
export type Decision = 'push' | 'push-and-release' | 'submit';

/** Sentences about affected users; undefined if a following question contains the sentences. */
export type Affected = readonly string[] | undefined;

export interface ToPush extends Wanted {
  readonly warnings: Check['problems'];
  readonly isRollBack?: boolean;
  /** Finds a smaller step if the rule `max-step` refuses the push. */
  readonly smaller?: (looked: Read) => Promise<SmallerStep | undefined>;
  /** The comment, or a function that asks for it and returns undefined if the person cancels. */
  readonly comment: string | ((changes: readonly string[], affected: Affected) => Promise<string | undefined>);
  /** @returns the body with the comment, or a refusal, for example if the file has changed */
  readonly bodyWithComment: (comment: string) => Promise<string | NotPushed>;
  /** True if the push restarted because another version came first. It then always asks, to prevent an endless loop. */
  readonly isOvertaken?: true;
}

interface InEveryQuestion {
  readonly comment: string;
  readonly warnings: Check['problems'];
  /** Warnings that do not concern the file's text. */
  readonly cautions: readonly string[];
  readonly risk: Risk;
  /** The origin of the state; absent if the state comes from the file. */
  readonly origin?: Origin;
}

/** Source of a pushed state that does not come from the file. */
export type Origin =
  | { readonly kind: 'version'; readonly version: number }
  /** `environment`: the name of the other environment. */
  | { readonly kind: 'environment'; readonly environment: string };

export type Question = ReadQuestion | UnreadableQuestion;

export interface UnreadableQuestion extends Unreadable, InEveryQuestion {}

export interface ReadQuestion extends Read, InEveryQuestion {
  readonly changes: readonly string[];
  readonly remarks: readonly string[];
  /** Names of the reviewers; undefined if no review is required. */
  readonly reviewers: readonly string[] | undefined;
}

export interface Conflict {
  readonly target: Target;
  /** The state from which the file was made. */
  readonly base: State;
  readonly theirs: Targeting;
  /** The state after the push. */
  readonly yours: State;
  readonly leftToService: readonly string[];
  /** Changes by others since `base`. */
  readonly changes: readonly string[];
}

export type PushResult =
  | NoPush
  | NotPushed
  /** The person merges first, then pushes again. */
  | { readonly kind: 'merging'; readonly target: Target }
  /** The file is merged, and the caller pushes it again. */
  | { readonly kind: 'merged'; readonly target: Target }
  | Submitted;

/** Restarts the push if another version came first, so that the person sees that version. */
export async function push(ports: PushPorts, toPush: ToPush): Promise<PushResult> {
  const result = await pushOnce(ports, toPush);
  if (result.kind !== 'overtaken') return result;
  const { service, comment } = result;
  return push(ports, { ...toPush, service: () => Promise.resolve(service), comment, isOvertaken: true });
}

export async function pushOnce(ports: PushPorts, toPush: ToPush): Promise<PushResult | Overtaken> {
  const looked = await look(ports, toPush);
  if (looked.kind !== 'read' && looked.kind !== 'unreadable') return looked;
  const prospect = await prospectOf(ports, looked, toPush);
  const stop = await gateResult(ports, prospect);
  if (stop !== undefined) {
    const isTooLarge = stop.kind === 'not-pushed' && stop.rule?.rule === 'max-step' && looked.kind === 'read';
    return isTooLarge ? { ...stop, smaller: await toPush.smaller?.(looked) } : stop;
  }

  const mustAsk =
    (looked.kind === 'read' && toPush.isOvertaken === true) || prospect.gates.some((gate) => answerTo(isAsked, gate));
  const asksComment = typeof toPush.comment !== 'string';
  if (canCompare(looked) && (mustAsk || asksComment)) await ports.show(looked);
  const { impact } = prospect.risk;
  const shortly = impact.who === 'unknown' ? [] : impactInShort(impact);
  const affected = mustAsk ? undefined : shortly;
  const comment =
    typeof toPush.comment === 'string' ? toPush.comment : await toPush.comment(prospect.changes, affected);
  if (comment === undefined) return { kind: 'abandoned' };
  const question = questionOf(ports, prospect, toPush.warnings, comment);
  const answer = mustAsk ? await ports.decide(question) : 'push';
  if (answer === undefined) return { kind: 'abandoned' };
  const changed = question.kind === 'read' && (mustAsk || asksComment) ? await changedMeanwhile(question) : undefined;
  if (changed !== undefined) return changed;
  const service = question.kind === 'read' ? question.service : await toPush.service();
  if (service === undefined) return { kind: 'abandoned' };
  const body = await toPush.bodyWithComment(comment);
  if (typeof body !== 'string') return body;
  if (answer === 'submit' && question.kind === 'read') return submit(ports, question);
  const sent = await send(ports, service, question, body);
  const isApplied = sent.kind === 'outcome' && sent.outcome.kind === 'ok';
  if (answer === 'push-and-release' && isApplied) await ports.release(sent.target);
  return sent;
}

/** True if a gate needs a question. A push without risk that overwrites nothing unseen needs only one click. */
const isAsked: GateTable<boolean> = {
  'others-changed': () => true,
  'unfinished-merge': () => true,
  warnings: () => true,
  archived: () => true,
  protected: () => true,
  // Asking would not help: the live version stays unknown.
  unreadable: () => false,
  // The question about the protected environment shows affected users; if there are many, the key must be typed.
  'affects-users': () => false,
  'needs-review': () => true,
  wrong: () => false,
  unseen: () => true,
  policy: ({ severity }) => severity === 'warning',
};

/** @returns the result if a gate ends the push; undefined to continue */
async function gateResult(ports: PushPorts, { looked, gates }: PushPreview): Promise<PushResult | undefined> {
  for (const gate of gates) {
    const refusal = refusalAt(gate, looked.target);
    if (refusal !== undefined) return refusal;
    if (gate.kind !== 'others-changed' || !gate.undone || looked.kind !== 'read') continue;
    const { target, after } = looked;
    const { base, theirs } = gate;
    const states = { base: base.state, theirs, yours: after.state, leftToService: after.leftToService };
    const stop = await reconcileConflict(ports, { ...states, target });
    if (stop !== undefined) return stop;
  }
  return undefined;
}

function canCompare(looked: Read | Unreadable): boolean {
  return looked.kind === 'read' || looked.remembered?.kind === 'pushed';
}

/** The changes of a first push may revert what others changed, since no earlier version of theirs is known. */
function firstPushTo({ modifiedBy }: Targeting): string {
  return t(
    'First push from here: check that it does not revert the last change, by {0}.',
    word(modifiedBy ?? t('someone')),
  );
}

function questionOf(
  { liveCommit }: PushPorts,
  { looked, risk, changes, gates }: PushPreview,
  warnings: Check['problems'],
  comment: string,
): Question {
  const isFirst = gates.some((gate) => gate.kind === 'unseen' && gate.what === 'everything');
  // Only a push of a file has a history of commits.
  const first = isFirst && liveCommit !== undefined && looked.kind === 'read' ? [firstPushTo(looked.live)] : [];
  const known = { comment, warnings, risk, cautions: [...first, ...cautionsOf(gates)] };
  if (looked.kind === 'unreadable') return { ...looked, ...known };
  const { live, tracking, changesOnlyTracking } = looked;
  return {
    ...looked,
    ...known,
    changes,
    remarks: tracking === undefined || live.reviewers === undefined ? [] : [trackingRemark()],
    // A request for approval cannot contain tracking.
    reviewers: changesOnlyTracking ? undefined : live.reviewers,
  };
}

/** @returns undefined if nothing changed while the person was asked */
async function changedMeanwhile(question: ReadQuestion): Promise<PushResult | Overtaken | undefined> {
  const { target, service, comment } = question;
  const again = await recheckLive(question);
  switch (again.kind) {
    case 'same':
      return undefined;
    case 'moved':
      return { kind: 'overtaken', service, comment };
    case 'failed':
      return { kind: 'outcome', target, outcome: again.outcome };
    case 'waiting':
      return { ...again, target };
  }
}

/** A request for approval contains only a state and a comment (service.md B). */
function trackingRemark(): string {
  return t('"trackAccessEvents" cannot be submitted for approval: only a push without approval changes it.');
}

async function reconcileConflict(
  ports: PushPorts,
  conflict: Omit<Conflict, 'changes'>,
): Promise<PushResult | undefined> {
  const { target, base, theirs } = conflict;
  const answer = await ports.reconcile({
    ...conflict,
    changes: await runPaced(() => changes(base, theirs.state)),
  });
  if (answer === undefined) return { kind: 'abandoned' };
  if (answer === 'push') return undefined;
  if (answer === 'merging' || answer === 'merged') return { kind: answer, target };
  return notPushed(t('the file changed in the meantime. Push again.'));
}
