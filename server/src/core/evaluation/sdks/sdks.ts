/** Evaluators, one bit each: the official rules (evaluation.md), and SDKs, which may differ (evaluation.md 8). */

export const evaluators = ['official', 'rust', 'node', 'java', 'go', 'python'] as const;

export type Evaluator = (typeof evaluators)[number];

export type Evaluators = number;

export const official = 1;
export const rust = 2;
export const node = 4;
export const java = 8;
export const go = 16;
export const python = 32;
export const all = 63;
export const none = 0;

/** SDKs that serve the default, not the disabledServe, if a prerequisite is unmet (evaluation.md row 1). */
export const defaultWhereUnmet = node | python;

export function eachOf(set: Evaluators): readonly Evaluators[] {
  return singles.filter((one) => (set & one) !== none);
}

const singles = [official, rust, node, java, go, python];

/** @param test called with the index of each evaluator */
export function evaluatorsWho(test: (place: number) => boolean): Evaluators {
  let set = none;
  for (let place = 0; place < evaluators.length; place += 1) if (test(place)) set |= 1 << place;
  return set;
}
