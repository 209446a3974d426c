/** What is remembered of a toggle in an environment, so that the next push can tell what has changed. Pure of vscode. */
import type { Target } from '../../core/protocol.js';
import type { SentState } from './arrival.js';
import type { Outcome } from '../http/answers/outcome.js';
import type { Effective, State } from '../../core/targeting/state/state.js';
import { asObject, listIn, sameState } from '../../core/targeting/state/state.js';

/** What was live when the file was last pulled or pushed, where the service can be read. */
export interface LastSeen {
  readonly kind: 'seen';
  readonly version: number;
  readonly state: State;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Fields that the file left to the service, so that nobody saw their values; absent when there are none. */
  readonly leftToService?: readonly string[];
  /** Sent next, without a response that tells whether it was applied. */
  readonly sent?: State;
  /** A merge or a pull wrote it into the file. Whether that was undone since is not known, so the next push shows its diff. */
  readonly unconfirmed?: true;
}

/** The last body that was pushed from here, where the service cannot be read. */
export interface LastPushed {
  readonly kind: 'pushed';
  /** JSON text of one object. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** A push to a service that cannot be read was begun, and its outcome is not known: this body may be live, or the one before. */
export interface Sending {
  readonly kind: 'sending';
  /** Milliseconds since 1970. */
  readonly time: number;
}

export type Remembered = LastSeen | LastPushed | Sending;

/** What is remembered of one file. */
export interface Memory {
  readonly remembered: (target: Target) => Promise<Remembered | undefined>;
  /**
   * Never rejects. False where what was remembered before can neither be replaced nor forgotten.
   * @param what undefined forgets
   * @param insteadOf whatever else is remembered by now stays: another push of the file may have come to its end
   */
  readonly remember: (target: Target, what: Remembered | undefined, insteadOf?: Remembered) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Records all that happens to one file. */
export interface Recorder extends Memory {
  /** Keeps a mark on disk until `push` has ended, so that a push that the editor does not survive is reported afterwards. */
  readonly whileSending: <T>(target: Target, push: () => Promise<T>, sent?: SentState) => Promise<T>;
  /** A PATCH was sent, and this came of it. Never rejects. */
  readonly recordOutcome: (target: Target, outcome: Outcome['kind']) => Promise<void>;
  /** A request for approval was sent. */
  readonly recordSubmission: () => void;
}

/** What was seen last; undefined where nothing is remembered, or the service could not be read then. */
export async function lastSeen(memory: Pick<Memory, 'remembered'>, target: Target): Promise<LastSeen | undefined> {
  const remembered = await memory.remembered(target);
  return remembered?.kind === 'seen' ? remembered : undefined;
}

/** Whether a version is the one that was sent from here, although no response said so. */
export function isOwn({ version, sent }: LastSeen, live: Pick<LastSeen, 'version' | 'state'>): boolean {
  return sent !== undefined && live.version === version + 1 && sameState(sent, live.state);
}

export function seenNow(
  { now }: Pick<Memory, 'now'>,
  { version, state }: Pick<LastSeen, 'version' | 'state'>,
  leftToService: LastSeen['leftToService'] = [],
): LastSeen {
  return { kind: 'seen', version, state, time: now(), ...(leftToService.length > 0 && { leftToService }) };
}

/** Remembers what is live as seen, because the file says the same. Not where the file lacks a field: nobody has seen its value. */
export async function rememberLive(
  memory: Memory,
  target: Target,
  live: Pick<LastSeen, 'version' | 'state'>,
  { leftToService }: Effective,
): Promise<void> {
  if (leftToService.length > 0) return;
  const last = await lastSeen(memory, target);
  // What a merge or a pull brought can still be undone.
  await memory.remember(target, { ...seenNow(memory, live), ...(last?.unconfirmed && { unconfirmed: true }) });
}

/** Undefined for what is none: storage may hold anything. */
export function readRemembered(text: string): Remembered | undefined {
  const stored = asObject(parsed(text));
  const { kind, time, body, version } = stored ?? {};
  if (typeof time !== 'number') return undefined;
  if (kind === 'pushed') return typeof body === 'string' && asObject(parsed(body)) ? { kind, body, time } : undefined;
  if (kind === 'sending') return { kind, time };
  const [state, sent] = [stateIn(stored?.['state']), stateIn(stored?.['sent'])];
  if (kind !== 'seen' || typeof version !== 'number' || state === undefined) return undefined;
  const leftToService = listIn(stored, 'leftToService').filter((key) => typeof key === 'string');
  return {
    ...{ kind, version, state, time },
    ...(sent && { sent }),
    ...(leftToService.length > 0 && { leftToService }),
    ...(stored?.['unconfirmed'] === true && { unconfirmed: true }),
  };
}

function stateIn(value: unknown): State | undefined {
  const { disabled, content } = asObject(value) ?? {};
  const read = asObject(content);
  return typeof disabled === 'boolean' && read !== undefined ? { disabled, content: read } : undefined;
}

/** Whether two bodies say the same, whatever their comments, white space and order of keys. */
export function sameBody(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

/** One form of a body; its comment describes a change and is none. What is no JSON stays as it is. */
export function comparable(body: string): string {
  const value = parsed(body);
  if (value === undefined) return body;
  const object = asObject(value);
  return JSON.stringify(sorted(object === undefined ? value : { ...object, comment: undefined }), null, 2);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  const object = asObject(value);
  if (object === undefined) return value;
  const entries = Object.entries(object).map(([key, inner]): [string, unknown] => [key, sorted(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
