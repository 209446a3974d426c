/**
 * Whose answer it is: that of the rules themselves (`official`, evaluation.md) or of an official SDK, which may differ (evaluation.md 8).
 * What a condition says is found for all of them at once: one bit each.
 */

export const evaluators = ['official', 'rust', 'node', 'java', 'go', 'python'] as const;

export type Evaluator = (typeof evaluators)[number];

/** A set of evaluators. */
export type Evaluators = number;

export const official = 1;
export const rust = 2;
export const node = 4;
export const java = 8;
export const go = 16;
export const python = 32;
export const all = 63;
export const none = 0;

/** To them, whoever does not meet a prerequisite gets the default, not what is served while disabled (evaluation.md row 1). */
export const defaultWhereUnmet = node | python;

/** The evaluators of a set, one by one. */
export function eachOf(set: Evaluators): readonly Evaluators[] {
  return singles.filter((one) => (set & one) !== none);
}

const singles = [official, rust, node, java, go, python];

/** Those for whom something holds; the test is asked for each by its place in `evaluators`. */
export function evaluatorsWho(test: (place: number) => boolean): Evaluators {
  let set = none;
  for (let place = 0; place < evaluators.length; place += 1) if (test(place)) set |= 1 << place;
  return set;
}
