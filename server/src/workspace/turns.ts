/**
 * Long work in turns: requests that have come in are answered between two of them, and one piece of work goes on in each, however much
 * waits.
 */
const waiting: (() => void)[] = [];

/** Milliseconds of work. */
const TURN = 10;

/** Milliseconds without work: one message is read in each round of the event loop, so that this is time for several. */
const REST = 1;

export class Turns {
  #began = performance.now();

  /** Lets others go first once this turn has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began >= TURN) await this.next();
  }

  /** Lets others go first. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setTimeout(resumeOne, REST);
    });
    this.#began = performance.now();
  }
}

function resumeOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(resumeOne, REST);
}
