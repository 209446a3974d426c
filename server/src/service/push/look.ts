/**
 * Compares a push with the live version before any question; only reads. Only this file distinguishes readable services
 * (service.md B) from other services, for which only our own pushes are known. Does not import vscode.
 */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import { runPaced } from '../pace.js';
import type { Approval, Targeting } from '../http/answers/answers.js';
import type { Failure, Outcome } from '../http/answers/outcome.js';
import type { Service } from '../http/service.js';
import { isReadable, readLive } from '../http/service.js';
import { changes } from '../../core/targeting/state/changes.js';
import type { Effective, State } from '../../core/targeting/state/state.js';
import { stateAfterPatch, readBody, sameState } from '../../core/targeting/state/state.js';
import type { Memory, Remembered } from './memory.js';
import { rememberLive, sameBody } from './memory.js';

export interface Wanted {
  readonly target: Target;
  /** Asks for a missing token. @returns undefined if the person cancels */
  readonly service: () => Promise<Service | undefined>;
  /** The body to push: the JSON text of an object, whose comment is ignored. */
  readonly body: string;
  /** If true, the body is pushed to an unreadable service even if it equals the last push. */
  readonly evenIfUnchanged?: boolean;
}

export type LiveComparison = Read | Unreadable | NoPush;

/** The service was read, and a push of the body would change the toggle. */
export interface Read {
  readonly kind: 'read';
  readonly target: Target;
  readonly service: Service;
  readonly live: Targeting;
  readonly after: Effective;
  readonly changesOnlyTracking: boolean;
  /** New setting for tracking access events, if it changes. It is not part of a state, so the history lacks it. */
  readonly tracking: boolean | undefined;
}

export interface Unreadable {
  readonly kind: 'unreadable';
  readonly target: Target;
  readonly body: string;
  readonly remembered: Remembered | undefined;
  /** The fields of the state that our last push defined; empty if unknown. */
  readonly before: State;
  readonly after: State;
}

export type NoPush =
  | { readonly kind: 'abandoned' }
  | PushOutcome
  | Waiting
  /** The file's state equals the live version. */
  | { readonly kind: 'nothing-new'; readonly target: Target; readonly version: number }
  /** The body equals the body of our last push. */
  | { readonly kind: 'unchanged'; readonly target: Target; readonly time: number };

export interface PushOutcome {
  readonly kind: 'outcome';
  readonly target: Target;
  readonly outcome: Outcome;
  /** Changes that became live, as sentences. */
  readonly changes?: readonly string[];
  /** A sentence that reports, after a later read, whether the push was applied. */
  readonly arrival?: string;
}

export interface Waiting extends Extract<ReadForPush, { readonly kind: 'waiting' }> {
  readonly target: Target;
}

export async function look(memory: Memory, { target, body, ...wanted }: Wanted): Promise<LiveComparison> {
  if (!isReadable(target)) {
    const remembered = await memory.remembered(target);
    const isUnchanged = remembered?.kind === 'pushed' && sameBody(remembered.body, body);
    return isUnchanged && wanted.evenIfUnchanged !== true
      ? { kind: 'unchanged', target, time: remembered.time }
      : { kind: 'unreadable', target, body, remembered, ...(await statesOf(remembered, body)) };
  }
  const service = await wanted.service();
  if (service === undefined) return { kind: 'abandoned' };
  const reading = await readForPush(service);
  if (reading.kind === 'failed') return { kind: 'outcome', target, outcome: reading.outcome };
  if (reading.kind === 'waiting') return { ...reading, target };
  const live = reading.value;

  const after = await runPaced(() => stateAfterPatch(readBody(body), live.state));
  const tracking = await runPaced(() => trackingChange(body, live));
  const isSameState = await runPaced(() => sameState(after.state, live.state));
  if (tracking !== undefined || !isSameState)
    return { kind: 'read', target, service, live, after, changesOnlyTracking: isSameState, tracking };
  await rememberLive(memory, target, live, after);
  return { kind: 'nothing-new', target, version: live.version };
}

async function statesOf(
  remembered: Remembered | undefined,
  body: string,
): Promise<Pick<Unreadable, 'before' | 'after'>> {
  const last = remembered?.kind === 'pushed' ? remembered.body : '{}';
  const before = await runPaced(() => stateAfterPatch(readBody(last), { disabled: false, content: {} }).state);
  return { before, after: await runPaced(() => stateAfterPatch(readBody(body), before).state) };
}

export type ReadForPush =
  /** `value` is the served version with its state. */
  | { readonly kind: 'read'; readonly value: Targeting }
  | { readonly kind: 'failed'; readonly outcome: Failure }
  | { readonly kind: 'waiting'; readonly approval: Approval; readonly submitted: State };

/**
 * A submitted change blocks a push until it is published or withdrawn. A rejected change does not block a push, but
 * hides the served version, which is then read from the history.
 */
export async function readForPush(service: Pick<Service, 'read' | 'history'>): Promise<ReadForPush> {
  const reading = await service.read();
  if (reading.kind === 'failed') return reading;
  const { pending } = reading.value;
  if (pending === undefined) return reading;
  if (pending.kind !== 'rejected') return { kind: 'waiting', approval: pending, submitted: reading.value.state };
  const current = await readLive({ ...service, read: () => Promise.resolve(reading) });
  if (current.kind === 'failed') return current;
  return { kind: 'read', value: current.value.live };
}

function trackingChange(body: string, { trackAccessEvents: now }: Targeting): boolean | undefined {
  const wanted = readBody(body)['trackAccessEvents'];
  return typeof wanted !== 'boolean' || now === undefined || wanted === now ? undefined : wanted;
}

export async function changesOf({ live, after, tracking }: Read): Promise<readonly string[]> {
  const ofState = await runPaced(() => changes(live.state, after.state));
  if (tracking === undefined) return ofState;
  return [...ofState, tracking ? t('Access events are tracked.') : t('Access events are no longer tracked.')];
}
