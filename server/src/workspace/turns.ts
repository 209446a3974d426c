/**
 * Long work in turns: requests that have come in are answered between two of them, and one piece of work goes on in each, however much
 * waits.
 */

/** What nobody asked for, as a lens or dead targeting, waits until everything is answered that someone did ask for. */
export type Urgency = 'asked' | 'unasked';

const waiting: Readonly<Record<Urgency, (() => void)[]>> = { asked: [], unasked: [] };

/** Milliseconds of work. */
const TURN_MS = 10;

/** Milliseconds without work: one message is read in each round of the event loop, so that this is time for several. */
const REST_MS = 1;

export class Turns {
  #began = performance.now();

  constructor(private readonly urgency: Urgency) {}

  /** Lets others go first once this turn has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began >= TURN_MS) await this.next();
  }

  /** Lets others go first. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (!isAnyWaiting()) setTimeout(resumeOne, REST_MS);
      waiting[this.urgency].push(resolve);
    });
    this.#began = performance.now();
  }
}

function resumeOne(): void {
  (waiting.asked.shift() ?? waiting.unasked.shift())?.();
  if (isAnyWaiting()) setTimeout(resumeOne, REST_MS);
}

function isAnyWaiting(): boolean {
  return waiting.asked.length + waiting.unasked.length > 0;
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
