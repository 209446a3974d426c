/**
 * The one flow of every push: looks at what is there, asks, and sends. An equal body is not pushed, what others changed
 * meanwhile is never lost unseen, and a review that the environment requires is asked for. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Check, Target } from '../../core/protocol.js';
import { paced } from '../pace.js';
import type { Targeting } from '../http/answers/answers.js';
import { changes } from '../../core/targeting/state/changes.js';
import type { State } from '../../core/targeting/state/state.js';
import type { NotPushed } from './checkedFile.js';
import { notPushed } from './checkedFile.js';
import type { NoPush, Read, Unreadable, Wanted } from './look.js';
import { look } from './look.js';
import type { Recorder } from './memory.js';
import { seenNow } from './memory.js';
import type { GateTable, Prospect } from './gates.js';
import { answerTo, cautionsOf, lookAgain, prospectOf, refusalAt } from './gates.js';
import type { FilesIn } from './others.js';
import type { ImpactOf, Risk } from './risk.js';
import { impactInShort } from './risk.js';
import type { Overtaken, Submitted } from './send.js';
import { send, submit } from './send.js';

/** What a push needs of the world, and what it asks. */
export interface PushPorts extends Recorder {
  /** Shows the diff, before anything is asked about it. */
  readonly show: (looked: Read | Unreadable) => Promise<void>;
  readonly decide: (question: Question) => Promise<Decision | undefined>;
  readonly impact: ImpactOf;
  readonly filesIn?: FilesIn;
  /** The person agrees that its config does not protect this environment. */
  readonly release: (target: Target) => Promise<void>;
  /** What others changed is not in the file: shows it, and leads to a merge or on. */
  readonly reconcile: (conflict: Conflict) => Promise<'push' | 'merging' | 'changed' | undefined>;
}

/** With `push-and-release`, the environment is no longer protected once this push has been applied. */
export type Decision = 'push' | 'push-and-release' | 'submit';

/** Who changes, as sentences, where no question follows that says it; undefined where one does. */
export type Affected = readonly string[] | undefined;

/** A body on its way to a toggle in an environment. */
export interface ToPush extends Wanted {
  readonly warnings: Check['problems'];
  readonly isRollBack?: boolean;
  /** Where none is given, asks for one, knowing what changes and, where no question says it, for whom; undefined when the person left. */
  readonly comment: string | ((changes: readonly string[], affected: Affected) => Promise<string | undefined>);
  /** The body with the comment, or why it can no longer be pushed, as when the file has changed. */
  readonly bodyWithComment: (comment: string) => Promise<string | NotPushed>;
  /** The push begins anew because of another version. It asks in any case then, so that it cannot go on without end. */
  readonly isOvertaken?: true;
}

/** What every question says. */
interface InEveryQuestion {
  readonly comment: string;
  readonly warnings: Check['problems'];
  /** Warnings that are not about the text of the file. */
  readonly cautions: readonly string[];
  readonly risk: Risk;
  /** Absent for a push of the file. */
  readonly origin?: Origin;
}

/** Where a state comes from that is not the file's. */
export type Origin =
  | { readonly kind: 'version'; readonly version: number }
  /** Another environment, by its name. */
  | { readonly kind: 'environment'; readonly environment: string };

export type Question = ReadQuestion | UnreadableQuestion;

export interface UnreadableQuestion extends Unreadable, InEveryQuestion {}

export interface ReadQuestion extends Read, InEveryQuestion {
  readonly changes: readonly string[];
  /** What else the person has to know before they answer. */
  readonly remarks: readonly string[];
  /** Who reviews; undefined where nobody has to. */
  readonly reviewers: readonly string[] | undefined;
}

export interface Conflict {
  readonly target: Target;
  /** What the file was made from. */
  readonly base: State;
  readonly theirs: Targeting;
  /** What would be live after the push. */
  readonly yours: State;
  readonly leftToService: readonly string[];
  /** What others changed since. */
  readonly changes: readonly string[];
  /** To be called once the merge is complete and in the file: `theirs` is remembered as seen from then on. */
  readonly merged: () => Promise<unknown>;
}

export type PushResult =
  | NoPush
  | NotPushed
  /** The person merges, and pushes again afterwards. */
  | { readonly kind: 'merging'; readonly target: Target }
  | Submitted;

/** Begins anew where another version came in between: what is remembered is no longer what is live, so the person sees it. */
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
  const stop = await stoppedAt(ports, prospect);
  if (stop !== undefined) return stop;

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
  const question = questionOf(prospect, toPush.warnings, comment);
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

/** Whether a gate is asked about. One click is enough where nothing is at stake, and nothing is lost that nobody has seen. */
const isAsked: GateTable<boolean> = {
  'others-changed': () => true,
  'unfinished-merge': () => true,
  warnings: () => true,
  archived: () => true,
  protected: () => true,
  // Of such a service, nothing more will be known.
  unreadable: () => false,
  // The question says it, and wants the key typed where that is much.
  'affects-users': () => false,
  'needs-review': () => true,
  wrong: () => false,
  unseen: () => true,
  policy: ({ severity }) => severity === 'warning',
};

/** Undefined to go on. */
async function stoppedAt(ports: PushPorts, { looked, gates }: Prospect): Promise<PushResult | undefined> {
  for (const gate of gates) {
    const refusal = refusalAt(gate, looked.target);
    if (refusal !== undefined) return refusal;
    if (gate.kind !== 'others-changed' || !gate.undone || looked.kind !== 'read') continue;
    const { target, after } = looked;
    const { base, theirs } = gate;
    const states = { base: base.state, theirs, yours: after.state, leftToService: after.leftToService };
    const stop = await reconciled(ports, { ...states, target });
    if (stop !== undefined) return stop;
  }
  return undefined;
}

/** Whether there is a diff to show. */
function canCompare(looked: Read | Unreadable): boolean {
  return looked.kind === 'read' || looked.remembered?.kind === 'pushed';
}

function questionOf(
  { looked, risk, changes, gates }: Prospect,
  warnings: Check['problems'],
  comment: string,
): Question {
  const known = { comment, warnings, risk, cautions: cautionsOf(gates) };
  if (looked.kind === 'unreadable') return { ...looked, ...known };
  const { live, tracking, changesTrackingAlone } = looked;
  return {
    ...looked,
    ...known,
    changes,
    remarks: tracking === undefined || live.reviewers === undefined ? [] : [beyondApproval()],
    // Of tracking alone, nothing could be submitted.
    reviewers: changesTrackingAlone ? undefined : live.reviewers,
  };
}

/** What stops a push because it came while the person was asked. */
async function changedMeanwhile(question: ReadQuestion): Promise<PushResult | Overtaken | undefined> {
  const { target, service, comment } = question;
  const again = await lookAgain(question);
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

/** A request for approval has a state and a comment alone (service.md B). */
function beyondApproval(): string {
  return t('"trackAccessEvents" cannot be submitted for approval: only a push without approval changes it.');
}

/** Undefined to go on with the push. */
async function reconciled(
  ports: PushPorts,
  conflict: Omit<Conflict, 'changes' | 'merged'>,
): Promise<PushResult | undefined> {
  const { target, base, theirs } = conflict;
  const answer = await ports.reconcile({
    ...conflict,
    changes: await paced(() => changes(base, theirs.state)),
    // It can be undone: the next push shows its diff.
    merged: () => ports.remember(target, { ...seenNow(ports, theirs), unconfirmed: true }),
  });
  if (answer === undefined) return { kind: 'abandoned' };
  if (answer === 'push') return undefined;
  if (answer === 'merging') return { kind: 'merging', target };
  return notPushed(t('the file changed meanwhile. Push again.'));
}
