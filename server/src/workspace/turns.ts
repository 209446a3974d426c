/** Runs long work in time slices and answers requests in between. The length of a slice does not affect results. */

import type { CancellationToken } from 'vscode-languageserver';

/** `unasked` work, such as lenses or dead targeting, gets a turn only if no `asked` work is waiting. */
export type Urgency = 'asked' | 'unasked';

export type Token = Pick<CancellationToken, 'isCancellationRequested'>;

const waiting: Readonly<Record<Urgency, (() => void)[]>> = { asked: [], unasked: [] };

/** Milliseconds of work per turn. */
const TURN_MS = 10;

/** Milliseconds between turns, enough for several rounds of the event loop, each of which reads one message. */
const REST_MS = 1;

export class Canceled extends Error {}

export class Turns {
  #end: number;

  constructor(
    private readonly urgency: Urgency,
    private readonly token?: Token,
  ) {
    this.#end = urgency === 'unasked' ? 0 : performance.now() + TURN_MS;
  }

  /** Waits at the end of a turn, and before the first turn of `unasked` work. @throws Canceled after a cancellation */
  async pause(): Promise<void> {
    if (performance.now() < this.#end) return;
    await new Promise<void>((resolve) => {
      if (!isAnyWaiting()) setTimeout(resumeOne, REST_MS);
      waiting[this.urgency].push(resolve);
    });
    if (this.token?.isCancellationRequested === true) throw new Canceled();
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

/** Background work in small steps. Messages are answered between the steps. Finished work sleeps until it is woken. */
interface Work {
  /** Performs one step; if it throws, the next step follows. @returns false if no step is left */
  readonly step: () => boolean;
  /** Called after each batch of steps. Must not throw. */
  readonly told: () => void;
  readonly failed: (error: unknown) => void;
}

/** Duration of a batch in milliseconds. A keystroke waits for a few batches, since its messages arrive separately. */
const BATCH_MS = 1.5;

export class Background {
  #running: Promise<void> | undefined;

  constructor(private readonly work: Work) {}

  wake(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when there is nothing left to do. */
  async done(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // Lets the next message be handled first, since it may ask about the file change that woke this work.
    await nextTurn();
    for (let isMore = true; isMore;) {
      await nextTurn();
      const end = performance.now() + BATCH_MS;
      do isMore = this.#step();
      while (isMore && performance.now() < end);
      this.work.told();
    }
  }

  #step(): boolean {
    try {
      return this.work.step();
    } catch (error) {
      // A failed step does not affect the remaining steps.
      this.work.failed(error);
      return true;
    }
  }
}
