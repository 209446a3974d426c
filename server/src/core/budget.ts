/**
 * Limits the work spent on an answer. Work is counted in steps instead of time, so that every machine gives the same
 * answer. Once all steps are spent, the answer is "it depends" or "unknown", but never wrong.
 */

/** Maximum number of steps for a requested answer. Most answers take a few hundred steps, or a few milliseconds. */
const STEPS_FOR_AN_ANSWER = 20_000;

/** Maximum number of steps for an answer that nobody requested, so that the computation does not delay typing. */
export const STEPS_WHILE_TYPING = 1_000;

/** Maximum number of comparisons for one user, about a second of work, if a person or a job is waiting. */
export const STEPS_FOR_A_USER = 50_000_000;

export class Budget {
  #left: number;
  #leftOfQuestion: number;

  /** @param stepsPerQuestion maximum number of steps for each question of a search. @param weight cost of each step. */
  constructor(
    private readonly steps = STEPS_FOR_AN_ANSWER,
    private readonly stepsPerQuestion = steps,
    private readonly weight = 1,
  ) {
    [this.#left, this.#leftOfQuestion] = [steps, stepsPerQuestion];
  }

  /** @returns false if the budget is exceeded */
  spend(steps = 1): boolean {
    const cost = steps * this.weight;
    this.#left -= cost;
    this.#leftOfQuestion -= cost;
    return this.#left >= 0 && this.#leftOfQuestion >= 0;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  nextQuestion(): void {
    this.#leftOfQuestion = this.stepsPerQuestion;
  }

  reset(): void {
    [this.#left, this.#leftOfQuestion] = [this.steps, this.stepsPerQuestion];
  }
}
