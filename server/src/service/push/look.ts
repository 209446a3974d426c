/**
 * Looks at what a push would change, before anyone is asked anything. The one place that decides between a service that can
 * be read (service.md B), which says itself what is live, and one of which nothing is known but what was pushed from here.
 * Pure of vscode; sends nothing that changes anything.
 */
import { t } from '@vscode/l10n';
import type { Target } from '../../core/protocol.js';
import { paced } from '../pace.js';
import type { Approval, Targeting } from '../http/answers/answers.js';
import type { Failure, Outcome } from '../http/answers/outcome.js';
import type { Service } from '../http/service.js';
import { isReadable, readLive } from '../http/service.js';
import { changes } from '../../core/targeting/state/changes.js';
import type { Effective, State } from '../../core/targeting/state/state.js';
import { effective, readBody, sameState } from '../../core/targeting/state/state.js';
import type { Memory, Remembered } from './memory.js';
import { rememberLive, sameBody } from './memory.js';

/** A body, and the toggle in an environment that it is for. */
export interface Wanted {
  readonly target: Target;
  /** Asks for a token where there is none; undefined when the person left. */
  readonly service: () => Promise<Service | undefined>;
  /** JSON text of one object. Its comment is not looked at. */
  readonly body: string;
  /** A service that cannot be read gets the body that it got last once more. */
  readonly evenIfUnchanged?: boolean;
}

export type Looked = Read | Unreadable | NoPush;

/** The service was read, and does not say what the body says. */
export interface Read {
  readonly kind: 'read';
  readonly target: Target;
  readonly service: Service;
  readonly live: Targeting;
  /** What will be live. */
  readonly after: Effective;
  /** True where the push changes nothing but whether access events are tracked. */
  readonly changesTrackingAlone: boolean;
  /** Whether access events will be tracked, where that changes: it is no part of a state, so the history has nothing of it. */
  readonly tracking: boolean | undefined;
}

/** The service cannot be read: known is only what was pushed from here. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly target: Target;
  readonly body: string;
  readonly remembered: Remembered | undefined;
  /** What the last push from here left, as far as its body said it; where it is not known, as if there were nothing. */
  readonly before: State;
  readonly after: State;
}

/** There is nothing to push, or it cannot be pushed now. */
export type NoPush =
  /** The person left. */
  | { readonly kind: 'abandoned' }
  | PushOutcome
  | Waiting
  /** The file says what is live. */
  | { readonly kind: 'nothing-new'; readonly target: Target; readonly version: number }
  /** The body is the one that was pushed last from here. */
  | { readonly kind: 'unchanged'; readonly target: Target; readonly time: number };

/** This came of the last request that the push has made. */
export interface PushOutcome {
  readonly kind: 'outcome';
  readonly target: Target;
  readonly outcome: Outcome;
  /** What is live now and was not before, as sentences. */
  readonly changes?: readonly string[];
  /** A sentence: whether the push was applied, as the service was read afterwards. */
  readonly arrival?: string;
}

/** A change that was submitted for approval is in the way. */
export interface Waiting extends Extract<ReadForPush, { readonly kind: 'waiting' }> {
  readonly target: Target;
}

export async function look(memory: Memory, { target, body, ...wanted }: Wanted): Promise<Looked> {
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

  const after = await paced(() => effective(readBody(body), live.state));
  const tracking = await paced(() => trackingChange(body, live));
  const isSameState = await paced(() => sameState(after.state, live.state));
  if (tracking !== undefined || !isSameState)
    return { kind: 'read', target, service, live, after, changesTrackingAlone: isSameState, tracking };
  await rememberLive(memory, target, live, after);
  return { kind: 'nothing-new', target, version: live.version };
}

async function statesOf(
  remembered: Remembered | undefined,
  body: string,
): Promise<Pick<Unreadable, 'before' | 'after'>> {
  const last = remembered?.kind === 'pushed' ? remembered.body : '{}';
  const before = await paced(() => effective(readBody(last), { disabled: false, content: {} }).state);
  return { before, after: await paced(() => effective(readBody(body), before).state) };
}

export type ReadForPush =
  /** With the version and the state that are served. */
  | { readonly kind: 'read'; readonly value: Targeting }
  | { readonly kind: 'failed'; readonly outcome: Failure }
  | { readonly kind: 'waiting'; readonly approval: Approval; readonly submitted: State };

/**
 * A submitted change stands in the way of a push until it is published or withdrawn; one that was rejected does not: then the
 * service shows that change, and what is served is in its history.
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

/** What a push changes, as sentences. */
export async function changesOf({ live, after, tracking }: Read): Promise<readonly string[]> {
  const ofState = await paced(() => changes(live.state, after.state));
  if (tracking === undefined) return ofState;
  return [...ofState, tracking ? t('Access events are tracked.') : t('Access events are no longer tracked.')];
}
