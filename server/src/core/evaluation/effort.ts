/**
 * How much work may still be done for someone, in steps: a file decides how many conditions, characters and versions are compared, and
 * nobody can interrupt that. A step is one comparison. Whoever spends the last of it gets "it depends" from then on, never a wrong answer.
 */
export class Effort {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** @returns false where there is not enough left */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}

/** For one user, where a person or a job waits for the answer: about a second. */
export const STEPS_FOR_A_USER = 50_000_000;

/** For a coverage report, beside the tests themselves: some seconds. */
export const STEPS_FOR_A_REPORT = 10 * STEPS_FOR_A_USER;
