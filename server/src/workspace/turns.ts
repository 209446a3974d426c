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

/**
 * Work that nobody waits for, in small steps: some milliseconds at a time, and whatever messages have come in are answered
 * in between. Once all is done it sleeps until it is woken.
 */
interface Work {
  /** Does a little; false when there is nothing left. After one that failed comes the next. */
  readonly step: () => boolean;
  /** Called after each handful of steps; does not throw. */
  readonly told: () => void;
  readonly failed: (error: unknown) => void;
}

/** Milliseconds: a keystroke waits for a few of them, as each of its messages comes in by itself. */
const atATime = 1.5;

export class Background {
  #running: Promise<void> | undefined;

  constructor(private readonly work: Work) {}

  wake(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Settles when there is nothing left to do. */
  async done(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // What woke it may be a change, and the editor's question about it the next message.
    await nextTurn();
    for (let isMore = true; isMore;) {
      await nextTurn();
      const end = performance.now() + atATime;
      do isMore = this.#step();
      while (isMore && performance.now() < end);
      this.work.told();
    }
  }

  #step(): boolean {
    try {
      return this.work.step();
    } catch (error) {
      // The rest is not worse for it.
      this.work.failed(error);
      return true;
    }
  }
}
