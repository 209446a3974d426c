/**
 * Waits as long as a service that throttles asks for (429 with Retry-After; RFC 9110, 10.2.3) and then repeats: of a
 * throttled request nothing was applied. All requests to one origin wait together. Clock and waiting come in.
 */
import { cancelledUnsent } from './answers/outcome.js';
import type { Call, Exchange } from './request.js';

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that is never set. */
  readonly elapsed: () => number;
  /** Ends early when it is cancelled; never rejects. */
  readonly wait: (milliseconds: number, cancel: AbortSignal) => Promise<void>;
  /** Called once for each time that a host asks to wait. */
  readonly waiting?: (host: string, milliseconds: number) => void;
}

export class Throttling {
  readonly #clock: Clock;
  readonly #request: (call: Call) => Promise<Exchange>;
  readonly #cancel: AbortSignal;
  /** By origin, the time as `elapsed` before which nothing is sent there. */
  readonly #until = new Map<string, number>();
  #left = MAX_THROTTLED_MS;

  constructor(
    { request, ...clock }: Clock & { readonly request: (call: Call) => Promise<Exchange> },
    cancel: AbortSignal,
    /** Milliseconds: the longest time that is waited for one response. */
    private readonly most = MAX_THROTTLED_MS,
  ) {
    this.#clock = clock;
    this.#request = request;
    this.#cancel = cancel;
  }

  /** What was not sent when the waiting was cancelled is told as refused. */
  async send(call: Call): Promise<Exchange> {
    const { origin } = call.url;
    let last: Exchange = { outcome: cancelledUnsent(), milliseconds: 0 };
    while (await this.#free(origin)) {
      last = await this.#request(call);
      const delay = delayOf(last, this.#clock.now());
      if (delay === undefined || !this.#postpone(call.url, delay)) break;
    }
    return last;
  }

  /** False when it was cancelled while there was something to wait for. */
  async #free(origin: string): Promise<boolean> {
    for (;;) {
      const rest = (this.#until.get(origin) ?? -Infinity) - this.#clock.elapsed();
      if (rest <= 0) return true;
      if (this.#cancel.aborted) return false;
      await this.#clock.wait(rest, this.#cancel);
    }
  }

  /** False when that is longer than anyone wants to wait. */
  #postpone({ origin, host }: URL, delay: number): boolean {
    const now = this.#clock.elapsed();
    const begun = Math.max(now, this.#until.get(origin) ?? now);
    // Several requests are throttled at once: the time until then is waited for once.
    const more = Math.max(0, now + delay - begun);
    if (more > this.#left || delay > this.most) return false;
    if (more > 0 && !this.#cancel.aborted) this.#clock.waiting?.(host, more);
    this.#left -= more;
    this.#until.set(origin, begun + more);
    return true;
  }
}

/** Milliseconds, in all. */
const MAX_THROTTLED_MS = 300_000;
/** Milliseconds: a service that says "now" is not asked without end. */
const shortest = 1_000;

/** Seconds, or a date, which is one of the service's clock. Undefined when it is not throttled, or does not say how long. */
function delayOf({ outcome, answer }: Exchange, now: number): number | undefined {
  if (outcome.kind !== 'throttled' || outcome.retryAfter === undefined) return undefined;
  const text = outcome.retryAfter.trim();
  // The standard knows whole seconds; in others a date would be read.
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.max(shortest, Number(text) * 1_000);
  const [until, serviceNow] = [Date.parse(text), Date.parse(answer?.headers['date'] ?? '')];
  if (Number.isNaN(until)) return undefined;
  return Math.max(shortest, until - (Number.isNaN(serviceNow) ? now : serviceNow));
}
