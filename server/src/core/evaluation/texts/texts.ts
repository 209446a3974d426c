/** Conditions on strings. Objects are alternatives; negative predicates require that no alternative matches. */
import { byWord } from '../../json/plain.js';
import { isKnownPredicate, positiveOf } from '../../targeting/values/predicates.js';
import type { Attribute } from '../values/attribute.js';
import type { Unreadable } from '../values/ordered.js';
import type { Expression } from './regexes.js';
import { expressionOf } from './regexes.js';
import { all, evaluators, go, none, rust } from '../sdks/sdks.js';
import type { Verdict } from '../verdict.js';
import { dependsForAll, holdsForAll, holdsForNone } from '../verdict.js';

const tests = byWord<(text: string, object: string) => boolean>({
  'starts with': (text, object) => text.startsWith(object),
  'ends with': (text, object) => text.endsWith(object),
  contains: (text, object) => text.includes(object),
});

/** @returns undefined if strings do not have this predicate; the condition then never holds */
export function textCondition(
  predicate: string,
  objects: readonly string[],
): ((attribute: Attribute) => Verdict) | undefined {
  if (!isKnownPredicate('string', predicate)) return undefined;
  const positive = positiveOf[predicate] ?? predicate;
  const isNegative = positive !== predicate;
  if (positive === 'matches regex') {
    const expressions = objects.map((each) => expressionOf(each));
    return (attribute) => seen(attribute, searched(attribute, expressions, isNegative));
  }
  const [yes, no] = isNegative ? [holdsForNone, holdsForAll] : [holdsForAll, holdsForNone];
  const test = tests[positive];
  if (test !== undefined)
    return (attribute) =>
      // JavaScript engines compare about 16 characters at once, so 16 characters cost one step.
      attribute.budget.spend(objects.length * (1 + (attribute.text.length >> 4)))
        ? seen(attribute, isOneMet(test, attribute.text, objects) ? yes : no)
        : dependsForAll;
  const listed = new Set(objects);
  return (attribute) => seen(attribute, listed.has(attribute.text) ? yes : no);
}

function isOneMet(test: (text: string, object: string) => boolean, text: string, objects: readonly string[]): boolean {
  for (const object of objects) if (test(text, object)) return true;
  return false;
}

/** In Node and Python, no string condition holds for a blank attribute (evaluation.md row 7). */
function seen({ blankTo }: Attribute, verdict: Verdict): Verdict {
  if (blankTo === none) return verdict;
  const { holds, depends, throws } = verdict;
  return { holds: holds & ~blankTo, depends: depends & ~blankTo, throws };
}

export const unreadableRegex: readonly Unreadable[] = evaluators.map((_, place) =>
  ((1 << place) & (rust | go)) !== none ? 'ignored' : 'false',
);

/**
 * Rust and Go skip an expression that they cannot compile; in other SDKs, the condition then does not hold (row 8). So
 * after an expression that engines read differently, later expressions matter only for Rust and Go.
 */
function searched({ text, budget }: Attribute, expressions: readonly Expression[], isNegative: boolean): Verdict {
  let [asking, depends] = [all, none];
  for (const { search, refusedBy } of expressions) {
    const found = search(text, budget);
    if (found === 'differs') depends |= asking & ~refusedBy;
    asking &= ~refusedBy | rust | go;
    if (found !== true) continue;
    if (isNegative) return holdsForNone;
    const unsure = depends & ~(rust | go);
    return { holds: asking & ~unsure, depends: unsure, throws: none };
  }
  // If an SDK cannot compile a later expression, a negative condition does not hold, whatever earlier expressions find.
  return isNegative
    ? { holds: asking & ~depends, depends: depends & asking, throws: none }
    : { holds: none, depends, throws: none };
}
