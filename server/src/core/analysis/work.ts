/** How much a search may do. It counts steps and no time, so that a file has the same findings on every machine, and after every letter. */
import type { IsOver } from './search.js';

export class Work {
  #left: number;
  #leftOfQuestion = 0;

  /** @param all steps of the search. @param ofQuestion steps of one of its questions */
  constructor(
    all: number,
    private readonly ofQuestion: number,
  ) {
    this.#left = all;
    this.nextQuestion();
  }

  nextQuestion(): void {
    this.#leftOfQuestion = this.ofQuestion;
  }

  readonly isOver: IsOver = (cost = 1) => {
    this.#left -= cost;
    this.#leftOfQuestion -= cost;
    return this.#left < 0 || this.#leftOfQuestion < 0;
  };

  /** Nothing is left, so that not all questions were answered. */
  get isSpent(): boolean {
    return this.#left < 0;
  }
}
