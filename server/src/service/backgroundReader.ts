/**
 * Looks at services in the background, in memory alone: each environment at most every 30 seconds, a few at once, and without
 * a word. Which toggles are worth a look is the caller's to say.
 */
import type { Target } from '../core/protocol.js';
import type { Targeting } from './http/answers.js';
import type { Failure } from './http/outcome.js';
import type { Reading } from './http/reading.js';
import type { LiveAnswer, Service } from './http/service.js';
import { isReadable, readLive } from './http/service.js';
import { serviceAddressOf, targetUrl } from './http/target.js';
import { turnstile } from './pace.js';

export interface BackgroundReaderPorts {
  /** Milliseconds since 1970, for people. */
  readonly now: () => number;
  /** Milliseconds of a clock that is never set. */
  readonly elapsed: () => number;
  /** The token for a service address; must not ask for one. */
  readonly token: (address: string) => Promise<string | undefined>;
  readonly service: (target: Target, url: URL, token: string) => Pick<Service, 'read' | 'history'>;
  /** Something is known that was not. */
  readonly changed: () => void;
}

/** What is known of a toggle in an environment. */
export type Snapshot =
  | { readonly kind: 'no-token' }
  /** There is a token, but nobody has said that it may be used in the background for this folder. */
  | { readonly kind: 'not-agreed' }
  | { readonly kind: 'seen'; readonly seen: Seen }
  /** `seen` is from before it failed. */
  | { readonly kind: 'failed'; readonly outcome: Failure; readonly seen: Seen | undefined };

export interface Seen {
  readonly live: Targeting;
  /** When the look began, in milliseconds since 1970, for people: that clock may be set at any time. */
  readonly time: number;
  /** Something happened since, as a push from here: what is remembered may know more. */
  readonly outdated?: true;
}

export class BackgroundReader {
  readonly #ports: BackgroundReaderPorts;
  readonly #watched = new Map<string, Watched>();
  readonly #few = turnstile(MAX_REQUESTS_AT_ONCE);

  constructor(ports: BackgroundReaderPorts) {
    this.#ports = ports;
  }

  /** Undefined as long as no look has ended. */
  snapshot(target: Target): Snapshot | undefined {
    return this.#watched.get(keyOf(target))?.snapshot;
  }

  /** After this every look is a new one, however short ago the last was. What is known stays. */
  expire(): void {
    for (const watched of this.#watched.values()) {
      watched.look = undefined;
      const { snapshot } = watched;
      // It may be stored by now.
      if (snapshot?.kind === 'no-token') watched.snapshot = undefined;
      if (snapshot !== undefined && 'seen' in snapshot && snapshot.seen !== undefined)
        watched.snapshot = { ...snapshot, seen: { ...snapshot.seen, outdated: true } };
    }
  }

  /** Ends when the look does, or at once where there is none. */
  async look(target: Target): Promise<void> {
    // Of other services nothing is called but the PATCH (service.md A).
    const url = isReadable(target) ? targetUrl(target) : undefined;
    if (url === undefined) return;
    const watched = this.#watch(target);
    const token = await this.#ports.token(serviceAddressOf(target));
    if (token === undefined) this.#show(watched, { kind: 'no-token' });
    else if (watched.look === undefined || this.#isOld(watched.look)) await this.#begin(watched, target, url, token);
    else await watched.look.end;
  }

  #isOld({ isOver, began }: Look): boolean {
    return isOver && this.#ports.elapsed() - began >= FRESH_FOR_MS;
  }

  async #begin(watched: Watched, target: Target, url: URL, token: string): Promise<void> {
    const { now, elapsed, service } = this.#ports;
    const time = now();
    const end = this.#few(() => readLive(service(target, url, token)));
    const look: Look = { began: elapsed(), end, isOver: false };
    watched.look = look;
    // Unexpected errors propagate; the next look tries again.
    const reading = await end.finally(() => (look.isOver = true));
    // Another began since, and knows better.
    if (watched.look === look) this.#show(watched, snapshotOf(reading, watched.snapshot, time));
  }

  #watch(target: Target): Watched {
    const key = keyOf(target);
    const watched = this.#watched.get(key) ?? { look: undefined, snapshot: undefined };
    this.#watched.set(key, watched);
    return watched;
  }

  #show(watched: Watched, snapshot: Snapshot): void {
    watched.snapshot = snapshot;
    this.#ports.changed();
  }
}

interface Watched {
  snapshot: Snapshot | undefined;
  look: Look | undefined;
}

interface Look {
  /** Milliseconds, as `elapsed`. */
  readonly began: number;
  readonly end: Promise<unknown>;
  isOver: boolean;
}

/** Milliseconds. */
const FRESH_FOR_MS = 30_000;

/** How many requests are under way at once. */
const MAX_REQUESTS_AT_ONCE = 4;

function keyOf({ baseUrl, project, environmentKey, toggle }: Target): string {
  return JSON.stringify([baseUrl, project, environmentKey, toggle]);
}

function snapshotOf(reading: Reading<LiveAnswer>, before: Snapshot | undefined, time: number): Snapshot {
  if (reading.kind === 'read') {
    return { kind: 'seen', seen: { live: reading.value.live, time } };
  }
  const seen = before !== undefined && 'seen' in before ? before.seen : undefined;
  return { kind: 'failed', outcome: reading.outcome, seen };
}
