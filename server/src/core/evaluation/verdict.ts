/** The result of a condition, a rule's conditions or a segment for a user. */
import type { Evaluators } from './sdks/sdks.js';
import { all, none } from './sdks/sdks.js';

/** Three disjoint sets of evaluators. The condition does not hold for evaluators that are not in any set. */
export interface Verdict {
  readonly holds: Evaluators;
  /** Evaluators whose result is unknown, for example because engines read a regular expression differently. */
  readonly depends: Evaluators;
  readonly throws: Evaluators;
}

export const holdsForAll: Verdict = { holds: all, depends: none, throws: none };
export const holdsForNone: Verdict = { holds: none, depends: none, throws: none };
export const dependsForAll: Verdict = { holds: none, depends: all, throws: none };

export function heldBy(holds: Evaluators): Verdict {
  return holds === all ? holdsForAll : holds === none ? holdsForNone : { holds, depends: none, throws: none };
}

/** Requires all items to hold. Each evaluator stops at the first item that does not hold. */
export function everyOf<T>(items: readonly T[], verdictOf: (item: T) => Verdict): Verdict {
  let undecided = all;
  let depends = none;
  let throws = none;
  for (const item of items) {
    const verdict = verdictOf(item);
    if (verdict === holdsForAll) continue;
    if (verdict === holdsForNone && throws === none) return verdict;
    throws |= verdict.throws & undecided & ~depends;
    depends |= verdict.depends & undecided;
    undecided &= (verdict.holds | verdict.depends) & ~throws;
    depends &= undecided;
    if (undecided === none) break;
  }
  if (undecided === all && depends === none && throws === none) return holdsForAll;
  return { holds: undecided & ~depends, depends, throws };
}

/** Requires at least one item to hold. Each evaluator stops at the first item that holds. */
export function someOf<T>(items: readonly T[], verdictOf: (item: T) => Verdict): Verdict {
  let [undecided, holds, depends, throws] = [all, none, none, none];
  for (const item of items) {
    const verdict = verdictOf(item);
    throws |= verdict.throws & undecided & ~depends;
    holds |= verdict.holds & undecided;
    depends = (depends | (verdict.depends & undecided)) & ~holds;
    undecided &= ~(holds | throws);
    if (undecided === none) break;
  }
  return { holds, depends, throws };
}

/** Negates a verdict. Evaluators that throw still throw. */
export function not({ holds, depends, throws }: Verdict): Verdict {
  return { holds: all & ~(holds | depends | throws), depends, throws };
}
