/** How much an analysis may do. It counts steps and no time, so that an answer is the same on every machine, and after every letter. */
import type { IsOver } from './search.js';

/** For an answer that someone waits for: most take a few hundred, which are some milliseconds. What is not found out by then is unknown. */
const STEPS_FOR_AN_ANSWER = 20_000;

/** For what is shown unasked: typing waits for no longer. */
export const STEPS_WHILE_TYPING = 1_000;

export class Budget {
  #left: number;
  #leftOfQuestion = 0;

  /** @param all steps of the search. @param ofQuestion steps of one of its questions */
  constructor(
    all = STEPS_FOR_AN_ANSWER,
    private readonly ofQuestion = all,
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
