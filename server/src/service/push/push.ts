/**
 * The one flow of every push: looks at what is there, asks, and sends. An equal body is not pushed, what others changed
 * meanwhile is never lost unseen, and a review that the environment requires is asked for. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Check, Target } from '../../core/protocol.js';
import { paced } from '../pace.js';
import type { Targeting } from '../http/answers.js';
import { changes } from '../../core/targeting/state/changes.js';
import type { State } from '../../core/targeting/state/state.js';
import { same, sameState } from '../../core/targeting/state/state.js';
import { undoes } from '../../core/targeting/state/undoes.js';
import { word } from '../words/harmless.js';
import type { NotPushed } from './checkedFile.js';
import { notPushed } from './checkedFile.js';
import type { NoPush, Read, Unreadable, Wanted } from './look.js';
import { changesOf, look, readForPush } from './look.js';
import type { LastSeen, Recorder } from './memory.js';
import { lastSeen, seenNow } from './memory.js';
import type { ImpactOf, Risk } from './risk.js';
import { riskOfPush, whyBroken } from './risk.js';
import type { Overtaken, Submitted } from './send.js';
import { send, submit } from './send.js';

/** What a push needs of the world, and what it asks. */
export interface PushPorts extends Recorder {
  /** Shows the diff, before anything is asked about it. */
  readonly show: (looked: Read | Unreadable) => Promise<void>;
  readonly decide: (question: Question) => Promise<Decision | undefined>;
  readonly impact: ImpactOf;
  /** The person agrees that its config does not protect this environment. */
  readonly release: (target: Target) => Promise<void>;
  /** What others changed is not in the file: shows it, and leads to a merge or on. */
  readonly reconcile: (conflict: Conflict) => Promise<'push' | 'merging' | 'changed' | undefined>;
}

/** With `push-and-release`, the environment is no longer protected once this push has been applied. */
export type Decision = 'push' | 'push-and-release' | 'submit';

/** A body on its way to a toggle in an environment. */
export interface ToPush extends Wanted {
  readonly warnings: Check['problems'];
  /** Where none is given, asks for one; undefined when the person left. */
  readonly comment: string | (() => Promise<string | undefined>);
  /** The body with the comment, or why it can no longer be pushed, as when the file has changed. */
  readonly bodyWithComment: (comment: string) => Promise<string | NotPushed>;
  /** The push begins anew because of another version. It asks in any case then, so that it cannot go on without end. */
  readonly isOvertaken?: true;
}

/** What every question says. */
interface InEveryQuestion {
  readonly comment: string;
  readonly warnings: Check['problems'];
  readonly risk: Risk;
}

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
  const prepared =
    looked.kind === 'read' ? await prepareRead(ports, toPush, looked) : prepareUnreadable(toPush, looked);
  if ('kind' in prepared) return prepared;

  const { mustAsk, canCompare } = prepared;
  if (canCompare && (mustAsk || typeof toPush.comment !== 'string')) await ports.show(looked);
  const comment = typeof toPush.comment === 'string' ? toPush.comment : await toPush.comment();
  if (comment === undefined) return { kind: 'abandoned' };
  const question = await prepared.question(comment);
  // Impact is slow to compute: only for a question, or where the service adds what the file leaves out.
  const isJudged = mustAsk || (looked.kind === 'read' && looked.after.leftToService.length > 0);
  const risk = isJudged ? await riskOfPush(ports.impact, looked) : undefined;
  const broken = risk && whyBroken(risk);
  if (broken !== undefined) return notPushed(broken, 'show-problems');
  const answer = mustAsk && risk !== undefined ? await ports.decide({ ...question, risk }) : 'push';
  if (answer === undefined) return { kind: 'abandoned' };
  const isAsked = mustAsk || typeof toPush.comment !== 'string';
  const stop = isAsked && question.kind === 'read' ? await changedMeanwhile(question) : undefined;
  if (stop !== undefined) return stop;
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

/**
 * What stops a push because it came while the person was asked, who may have taken long. The lock of the PATCH would find
 * another version, but not that others review now, or anybody at all: the service lets a PATCH pass the review by, and looks at
 * no lock of a request for approval (service.md B).
 */
async function changedMeanwhile({
  target,
  service,
  live,
  comment,
}: Omit<ReadQuestion, 'risk'>): Promise<PushResult | Overtaken | undefined> {
  const now = await readForPush(service);
  if (now.kind === 'failed') return { kind: 'outcome', target, outcome: now.outcome };
  if (now.kind === 'waiting') return { ...now, target };
  const isOther = now.value.version !== live.version || !isSameReview(now.value.reviewers, live.reviewers);
  return isOther ? { kind: 'overtaken', service, comment } : undefined;
}

/** The service lists reviewers in no order. */
function isSameReview(now: Targeting['reviewers'], asked: Targeting['reviewers']): boolean {
  return same(now?.toSorted(), asked?.toSorted());
}

/** The question of a push, and whether it must be asked. */
interface Prepared {
  /** Whether there is a diff to show. */
  readonly canCompare: boolean;
  /** False where one click is enough: nothing is at stake, and nothing is lost that nobody has seen. */
  readonly mustAsk: boolean;
  readonly question: (comment: string) => Promise<Omit<ReadQuestion, 'risk'> | Omit<UnreadableQuestion, 'risk'>>;
}

function prepareUnreadable({ target, warnings }: ToPush, looked: Unreadable): Prepared {
  return {
    canCompare: looked.remembered?.kind === 'pushed',
    mustAsk: warnings.length > 0 || target.protected,
    question: (comment) => Promise.resolve({ ...looked, comment, warnings }),
  };
}

async function prepareRead(
  ports: PushPorts,
  { target, warnings, isOvertaken }: ToPush,
  looked: Read,
): Promise<Prepared | PushResult> {
  const { service, live, after, changesTrackingAlone, tracking } = looked;
  const archived = (await service.isArchived()) ? [archivedWarning(target)] : [];
  const last = await lastSeen(ports, target);
  const states = last && { base: last.state, theirs: live.state, yours: after.state };
  if (states !== undefined && (await paced(() => undoes(states)))) {
    const stop = await reconciled(ports, { ...states, target, theirs: live, leftToService: after.leftToService });
    if (stop !== undefined) return stop;
  }
  const isSeen = isOvertaken !== true && last !== undefined && (await paced(() => isAllSeen(last, looked)));
  const isHarmless = warnings.length + archived.length === 0 && live.reviewers === undefined;
  return {
    canCompare: true,
    mustAsk: target.protected || !isHarmless || !isSeen,
    question: async (comment) => ({
      ...looked,
      comment,
      warnings,
      changes: [...archived, ...(await changesOf(looked))],
      remarks: tracking === undefined || live.reviewers === undefined ? [] : [beyondApproval()],
      // Of tracking alone, nothing could be submitted.
      reviewers: changesTrackingAlone ? undefined : live.reviewers,
    }),
  };
}

/** A request for approval has a state and a comment alone (service.md B). */
function beyondApproval(): string {
  return t(
    'Whether access events are tracked cannot be submitted for approval: only a push without approval changes it.',
  );
}

export function archivedWarning({ toggle }: Target): string {
  return t('{0} is archived: no application is served it, whatever is pushed, until it is restored.', word(toggle));
}

/** Whether what is live is what the file was made from, and a person knows all of it that the push replaces. */
export function isAllSeen({ state, leftToService = [], unconfirmed }: LastSeen, { live, after }: Read): boolean {
  return (
    unconfirmed !== true &&
    sameState(state, live.state) &&
    leftToService.every((key) => after.leftToService.includes(key))
  );
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
