/**
 * How much work an answer may take. Work is counted in steps and never in time, so an answer is the same on every machine. After the last
 * step, the answer is "it depends" or "unknown", never a wrong one.
 */

/** For an answer that someone waits for: most take a few hundred, which are some milliseconds. */
const STEPS_FOR_AN_ANSWER = 20_000;

/** For an answer that is shown unasked: typing waits for no longer. */
export const STEPS_WHILE_TYPING = 1_000;

/** Comparisons, for one user, where a person or a job waits for the answer: about a second. */
export const STEPS_FOR_A_USER = 50_000_000;

export class Budget {
  #left: number;
  #leftOfQuestion: number;

  /** @param ofQuestion steps for one question of a search. @param weight steps that each step counts as */
  constructor(
    private readonly steps = STEPS_FOR_AN_ANSWER,
    private readonly ofQuestion = steps,
    private readonly weight = 1,
  ) {
    [this.#left, this.#leftOfQuestion] = [steps, ofQuestion];
  }

  /** @returns false if there is not enough left */
  spend(steps = 1): boolean {
    const cost = steps * this.weight;
    this.#left -= cost;
    this.#leftOfQuestion -= cost;
    return this.#left >= 0 && this.#leftOfQuestion >= 0;
  }

  /** Nothing is left, so that not all questions were answered. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  nextQuestion(): void {
    this.#leftOfQuestion = this.ofQuestion;
  }

  /** All steps may be taken once more. */
  renew(): void {
    [this.#left, this.#leftOfQuestion] = [this.steps, this.ofQuestion];
  }
}
