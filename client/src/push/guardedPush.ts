/**
 * A push to a service that can be read (service.md B): what is live is looked at first, an equal file is not pushed, what
 * others changed meanwhile is never lost unseen, and a review that the environment requires is asked for. Pure of vscode.
 */
import { t } from '@vscode/l10n';
import type { Check, Target } from '../../../server/src/protocol.js';
import type { Base, Remembered } from './base.js';
import { changes } from './changes.js';
import type { Live } from './live.js';
import type { Outcome } from './outcome.js';
import type { Risk } from './risk.js';
import { riskOf } from './risk.js';
import { pendingReason, seenOf, send, submit } from './sending.js';
import type { Service } from './service.js';
import type { Effective, State } from './state.js';
import { asObject, effective, sameState } from './state.js';
import { undoes } from './undoes.js';

export interface GuardPorts {
  readonly remembered: (target: Target) => Promise<Remembered | undefined>;
  /** Never rejects: what was pushed is pushed, and a push that finds nothing remembered asks. */
  readonly remember: (target: Target, what: Remembered) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly service: (target: Target, url: URL, token: string) => Service;
  /** Asks with the diff in sight. */
  readonly decide: (question: Question) => Promise<'push' | 'submit' | undefined>;
  /** What others changed is not in the file: shows it, and leads to a merge or on. Changed: the file is another by now. */
  readonly reconcile: (conflict: Conflict) => Promise<'push' | 'merged' | 'changed' | undefined>;
}

/** What is pushed, from where the file's checks are done. */
export interface Wanted {
  readonly target: Target;
  readonly url: URL;
  readonly token: string;
  /** JSON text of one object, without a comment that counts. */
  readonly body: string;
  /**
   * Whether it is what the file says; else it comes from elsewhere (an earlier version, another environment), is always
   * asked about, and the file does not go on from it.
   */
  readonly ofFile: boolean;
  readonly warnings: Check['problems'];
  /** Another version came in between: now it is asked, whatever that says, or it might go on so without end. */
  readonly overtaken?: true;
  /** Asks for a comment where one is needed; undefined when the person left. */
  readonly comment: () => Promise<string | undefined>;
  /** The body with the comment; a reason when the file is another by now. */
  readonly final: (comment: string) => Promise<{ readonly body: string } | { readonly reason: string }>;
}

export interface Question {
  readonly target: Target;
  readonly comment: string;
  readonly warnings: Check['problems'];
  readonly live: Live;
  readonly after: Effective;
  readonly changes: readonly string[];
  readonly risk: Risk;
  /** Who reviews; undefined where nobody has to. */
  readonly reviewers: readonly string[] | undefined;
}

export interface Conflict {
  readonly target: Target;
  /** What the file was made from. */
  readonly base: State;
  readonly theirs: Live;
  /** What would be live after the push; of that, the file has no word of these fields. */
  readonly yours: State;
  readonly kept: readonly string[];
  /** What others changed since. */
  readonly changes: readonly string[];
}

export type Guarded =
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The file says what is live. */
  | { readonly kind: 'nothing-new'; readonly target: Target; readonly version: number }
  /** The person merges; another push goes on from there. */
  | { readonly kind: 'merging'; readonly target: Target }
  | { readonly kind: 'submitted'; readonly target: Target; readonly reviewers: readonly string[] }
  | { readonly kind: 'sent'; readonly target: Target; readonly outcome: Outcome; readonly changes?: readonly string[] };

export async function pushGuarded(ports: GuardPorts, wanted: Wanted): Promise<Guarded> {
  const { target, url, token, warnings, ofFile } = wanted;
  const service = ports.service(target, url, token);
  const reading = await service.read();
  if (reading.kind === 'failed') return { kind: 'sent', target, outcome: reading.outcome };
  const live = reading.value;
  if (live.pending !== undefined) return { kind: 'refused', reason: pendingReason(live.pending) };

  const after = afterPush(wanted, live);
  const tracking = trackingChange(wanted, live);
  if (tracking.length === 0 && sameState(after.state, live.state)) {
    if (ofFile) await goOnFrom(ports, target, live, after);
    return { kind: 'nothing-new', target, version: live.version };
  }
  const base = ofFile ? await baseOf(ports, target) : undefined;
  if (base !== undefined && undoes({ base: base.state, theirs: live.state, yours: after.state })) {
    const stop = await reconciled(ports, {
      ...{ target, base: base.state, theirs: live },
      ...{ yours: after.state, kept: after.kept },
    });
    if (stop !== undefined) return stop;
  }
  const comment = await wanted.comment();
  if (comment === undefined) return { kind: 'abandoned' };
  const question: Question = {
    target,
    comment,
    warnings,
    live,
    after,
    changes: [...changes(live.state, after.state), ...tracking],
    risk: riskOf(live.state, after.state),
    reviewers: live.reviewers,
  };
  const isSeen = wanted.overtaken !== true && base !== undefined && isAllSeen(base, question);
  // One click is enough where nothing is at stake and nothing is lost that nobody has seen.
  const asks = target.protected || warnings.length > 0 || live.reviewers !== undefined || !isSeen;
  const answer = asks ? await ports.decide(question) : 'push';
  if (answer === undefined) return { kind: 'abandoned' };
  const final = await wanted.final(comment);
  if ('reason' in final) return { kind: 'refused', reason: final.reason };
  // What the file goes on from, whatever comes of the push.
  if (ofFile) await ports.remember(target, seenOf(ports, live, after.kept));
  const result =
    answer === 'submit'
      ? await submit(service, question)
      : await send(ports, service, { question, body: final.body, ofFile });
  if (result !== 'overtaken') return result;
  // What is remembered is no longer what is live now, so what came between is shown.
  if (ofFile) return pushGuarded(ports, { ...wanted, overtaken: true, comment: () => Promise.resolve(comment) });
  return { kind: 'refused', reason: t('{0} has changed meanwhile. Look at it again.', target.toggle) };
}

function afterPush({ body }: Wanted, live: Live): Effective {
  return effective(asObject(JSON.parse(body)) ?? {}, live.state);
}

/** It is no part of a state: the history has nothing of it, and it alone makes no version. */
function trackingChange({ body }: Wanted, { trackAccessEvents: now }: Live): readonly string[] {
  const wanted = asObject(JSON.parse(body))?.['trackAccessEvents'];
  if (typeof wanted !== 'boolean' || now === undefined || wanted === now) return [];
  return [wanted ? t('Access events are tracked.') : t('Access events are not tracked any more.')];
}

/** Whether what is live is what the file was made from, and a person knows all of it that the push replaces. */
function isAllSeen({ state, kept = [], merging }: Base, { live, after }: Question): boolean {
  return merging !== true && sameState(state, live.state) && kept.every((key) => after.kept.includes(key));
}

/** After this, what the file says is live. What it says nothing of, nobody has seen. */
export async function goOnFrom(
  ports: Pick<GuardPorts, 'remembered' | 'remember' | 'now'>,
  target: Target,
  live: Live,
  { kept }: Effective,
): Promise<void> {
  if (kept.length > 0) return;
  const base = await baseOf(ports, target);
  // What a merge or a pull brought can still be undone.
  await ports.remember(target, { ...seenOf(ports, live), ...(base?.merging && { merging: true }) });
}

async function baseOf(ports: Pick<GuardPorts, 'remembered'>, target: Target): Promise<Base | undefined> {
  const remembered = await ports.remembered(target);
  return remembered?.kind === 'seen' ? remembered : undefined;
}

/** Undefined to go on with the push. */
async function reconciled(ports: GuardPorts, conflict: Omit<Conflict, 'changes'>): Promise<Guarded | undefined> {
  const { target, base, theirs } = conflict;
  const answer = await ports.reconcile({ ...conflict, changes: changes(base, theirs.state) });
  if (answer === undefined) return { kind: 'abandoned' };
  if (answer === 'push') return undefined;
  if (answer === 'changed') return { kind: 'refused', reason: t('the file changed meanwhile. Push again.') };
  // Whether the person took over what the others changed is not known: the next push shows its diff.
  await ports.remember(target, { ...seenOf(ports, theirs), merging: true });
  return { kind: 'merging', target };
}
