import { nextTurn } from './nextTurn.js';

/**
 * Work that nobody waits for, in small steps: some milliseconds at a time, and whatever messages have come in are answered
 * in between. Once all is done it sleeps until it is woken.
 */
export interface Work {
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
