/**
 * Repeats a throttled request, which changed nothing, after the time in Retry-After (429; RFC 9110, 10.2.3).
 * All requests to one origin wait together.
 */
import { canceledUnsent } from './answers/outcome.js';
import type { Call, Exchange } from './request.js';

export interface Clock {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns monotonic time in milliseconds. */
  readonly elapsed: () => number;
  /** Resolves after the given time, or early if canceled; never rejects. */
  readonly wait: (milliseconds: number, cancel: AbortSignal) => Promise<void>;
  readonly waiting?: (host: string, milliseconds: number) => void;
}

export class Throttling {
  readonly #clock: Clock;
  readonly #request: (call: Call) => Promise<Exchange>;
  readonly #cancel: AbortSignal;
  /** The time on the clock of `elapsed` until which nothing is sent, by origin. */
  readonly #until = new Map<string, number>();
  #left = MAX_THROTTLED_MS;

  constructor(
    { request, ...clock }: Clock & { readonly request: (call: Call) => Promise<Exchange> },
    cancel: AbortSignal,
    /** Longest permitted wait after one response, in milliseconds. */
    private readonly most = MAX_THROTTLED_MS,
  ) {
    this.#clock = clock;
    this.#request = request;
    this.#cancel = cancel;
  }

  /** Repeats a call while it is throttled. If canceled, resolves with the last outcome, or with a not-sent outcome. */
  async send(call: Call): Promise<Exchange> {
    const { origin } = call.url;
    let last: Exchange = { outcome: canceledUnsent(), milliseconds: 0 };
    while (await this.#free(origin)) {
      last = await this.#request(call);
      const delay = delayOf(last, this.#clock.now());
      if (delay === undefined || !this.#postpone(call.url, delay)) break;
    }
    return last;
  }

  /** Waits until the origin accepts requests. @returns false if canceled while waiting */
  async #free(origin: string): Promise<boolean> {
    for (;;) {
      const rest = (this.#until.get(origin) ?? -Infinity) - this.#clock.elapsed();
      if (rest <= 0) return true;
      if (this.#cancel.aborted) return false;
      await this.#clock.wait(rest, this.#cancel);
    }
  }

  /** Extends the wait for the origin. @returns false if the wait would be too long */
  #postpone({ origin, host }: URL, delay: number): boolean {
    const now = this.#clock.elapsed();
    const begun = Math.max(now, this.#until.get(origin) ?? now);
    // Simultaneous throttled requests share one wait.
    const more = Math.max(0, now + delay - begun);
    if (more > this.#left || delay > this.most) return false;
    if (more > 0 && !this.#cancel.aborted) this.#clock.waiting?.(host, more);
    this.#left -= more;
    this.#until.set(origin, begun + more);
    return true;
  }
}

/** Maximum total of all waits, in milliseconds. */
const MAX_THROTTLED_MS = 300_000;
/** Minimum delay in milliseconds; prevents a tight loop if a service asks for an immediate retry. */
const shortest = 1_000;

/** @returns milliseconds to wait; undefined if Retry-After is missing, or is neither a number of seconds nor a date */
function delayOf({ outcome, answer }: Exchange, now: number): number | undefined {
  if (outcome.kind !== 'throttled' || outcome.retryAfter === undefined) return undefined;
  const text = outcome.retryAfter.trim();
  // The standard allows only whole seconds, but `Date.parse` would read a fraction as a date.
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.max(shortest, Number(text) * 1_000);
  const [until, serviceNow] = [Date.parse(text), Date.parse(answer?.headers['date'] ?? '')];
  if (Number.isNaN(until)) return undefined;
  return Math.max(shortest, until - (Number.isNaN(serviceNow) ? now : serviceNow));
}
