/** Runs all steps without a pause. @returns the result of the generator */
export function resultOf<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
