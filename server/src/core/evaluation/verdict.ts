/** What a condition, a rule's conditions or a segment say of a user. */
import type { Evaluators } from './sdks/sdks.js';
import { all, none } from './sdks/sdks.js';

/** No evaluator is in two of the sets; for those in none, it does not hold. */
export interface Verdict {
  readonly holds: Evaluators;
  /** It cannot be known: an unknown segment, a regular expression that engines read differently. */
  readonly depends: Evaluators;
  /** The SDK gives up with an exception. */
  readonly throws: Evaluators;
}

export const holdsForAll: Verdict = { holds: all, depends: none, throws: none };
export const holdsForNone: Verdict = { holds: none, depends: none, throws: none };
export const dependsForAll: Verdict = { holds: none, depends: all, throws: none };

export function heldBy(holds: Evaluators): Verdict {
  return holds === all ? holdsForAll : holds === none ? holdsForNone : { holds, depends: none, throws: none };
}

/** All of them must hold. They are asked in their order, and an evaluator for whom one does not hold asks no further. */
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

/** One of them must hold. They are asked in their order, and an evaluator for whom one holds asks no further. */
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

/** The opposite, where there is one: who throws still throws. */
export function not({ holds, depends, throws }: Verdict): Verdict {
  return { holds: all & ~(holds | depends | throws), depends, throws };
}
