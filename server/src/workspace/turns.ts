/**
 * Long work in turns: requests that have come in are answered between two of them, and one piece of work goes on in each, however much
 * waits. How long a turn lasts changes no answer.
 */

import type { CancellationToken } from 'vscode-languageserver';

/** What nobody asked for, as a lens or dead targeting, waits until everything is answered that someone did ask for. */
export type Urgency = 'asked' | 'unasked';

export type Token = Pick<CancellationToken, 'isCancellationRequested'>;

const waiting: Readonly<Record<Urgency, (() => void)[]>> = { asked: [], unasked: [] };

/** Milliseconds of work. */
const TURN_MS = 10;

/** Milliseconds without work: one message is read in each round of the event loop, so that this is time for several. */
const REST_MS = 1;

export class Cancelled extends Error {}

export class Turns {
  #end: number;

  constructor(
    private readonly urgency: Urgency,
    private readonly token?: Token,
  ) {
    this.#end = urgency === 'unasked' ? 0 : performance.now() + TURN_MS;
  }

  /**
   * Lets others go first once this turn has lasted long enough, or before the first turn of what nobody asked for. Rejects with `Cancelled`
   * if nobody waits for the answer any more.
   */
  async pause(): Promise<void> {
    if (performance.now() < this.#end) return;
    await new Promise<void>((resolve) => {
      if (!isAnyWaiting()) setTimeout(resumeOne, REST_MS);
      waiting[this.urgency].push(resolve);
    });
    if (this.token?.isCancellationRequested === true) throw new Cancelled();
    this.#end = performance.now() + TURN_MS;
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
