/** Remembers a toggle's last known state, to detect changes at the next push. Does not import vscode. */
import type { Target } from '../../core/protocol.js';
import type { SentState } from './arrival.js';
import type { Outcome } from '../http/answers/outcome.js';
import type { Effective, State } from '../../core/targeting/state/state.js';
import { asObject, listIn, sameState } from '../../core/targeting/state/state.js';

/** For readable services: the live version when the file was last pulled or pushed. */
export interface LastSeen {
  readonly kind: 'seen';
  readonly version: number;
  readonly state: State;
  /** Time at which the version was seen, in milliseconds since 1970. */
  readonly time: number;
  /** Fields that the file omitted, whose values nobody saw. Absent if the file omitted none. */
  readonly leftToService?: readonly string[];
  /** State sent after this version was seen, if no response confirmed that the state was applied. */
  readonly sent?: State;
  /** A merge or pull wrote the version into the file, but may have been undone, so the next push shows its diff. */
  readonly unconfirmed?: true;
}

/** For unreadable services: the body of our last push. */
export interface LastPushed {
  readonly kind: 'pushed';
  /** The pushed body: the JSON text of an object. */
  readonly body: string;
  /** Time of the push, in milliseconds since 1970. */
  readonly time: number;
}

/** A push to an unreadable service with unknown outcome: its body or the previous body may be live. */
export interface Sending {
  readonly kind: 'sending';
  /** Start of the push, in milliseconds since 1970. */
  readonly time: number;
}

export type Remembered = LastSeen | LastPushed | Sending;

export interface Memory {
  readonly remembered: (target: Target) => Promise<Remembered | undefined>;
  /**
   * Replaces the remembered entry. Never rejects. @returns false if the old entry can neither be replaced nor removed
   * @param what the new entry; undefined removes the old entry
   * @param insteadOf the only entry that may be replaced: another push of the file may have ended in the meantime
   */
  readonly remember: (target: Target, what: Remembered | undefined, insteadOf?: Remembered) => Promise<boolean>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

export interface Recorder extends Memory {
  /** Keeps a marker on disk until `push` ends, so that the next start reports a push interrupted by an exit. */
  readonly whileSending: <T>(target: Target, push: () => Promise<T>, sent?: SentState) => Promise<T>;
  /** Records the outcome of a PATCH. Never rejects. */
  readonly recordOutcome: (target: Target, outcome: Outcome['kind']) => Promise<void>;
  readonly recordSubmission: () => void;
}

export async function lastSeen(memory: Pick<Memory, 'remembered'>, target: Target): Promise<LastSeen | undefined> {
  const remembered = await memory.remembered(target);
  return remembered?.kind === 'seen' ? remembered : undefined;
}

/** True if a version comes from our own push, whose response was lost. */
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

/** Remembers the live version as seen, unless the file omits fields, whose values nobody has seen. */
export async function rememberLive(
  memory: Memory,
  target: Target,
  live: Pick<LastSeen, 'version' | 'state'>,
  { leftToService }: Effective,
): Promise<void> {
  if (leftToService.length > 0) return;
  const last = await lastSeen(memory, target);
  // The merge or pull can still be undone, so the entry stays unconfirmed.
  await memory.remember(target, { ...seenNow(memory, live), ...(last?.unconfirmed && { unconfirmed: true }) });
}

/** Parses a stored entry; undefined if the text is invalid, since storage may contain anything. */
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

/** True if two bodies differ only in comment, whitespace and order of keys. */
export function sameBody(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

/** Canonical form of a body, without its comment. Text that is not JSON is returned unchanged. */
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
