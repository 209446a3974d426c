/** Conditions that look at texts. Objects are alternatives; a negative predicate holds when its positive twin holds for none. */
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

/** @returns undefined where strings have no such predicate: it never holds */
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
      // Engines compare some 16 characters at once.
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

/** To Node and Python, no condition holds for a text of nothing but what each takes for blanks (evaluation.md row 7). */
function seen({ blankTo }: Attribute, verdict: Verdict): Verdict {
  if (blankTo === none) return verdict;
  const { holds, depends, throws } = verdict;
  return { holds: holds & ~blankTo, depends: depends & ~blankTo, throws };
}

/** What an expression does that an SDK cannot compile (evaluation.md row 8). */
export const unreadableRegex: readonly Unreadable[] = evaluators.map((_, place) =>
  ((1 << place) & (rust | go)) !== none ? 'ignored' : 'false',
);

/**
 * Rust and Go go on behind an expression that they cannot compile; to the others, the condition does not hold then (evaluation.md row 8).
 * So what comes behind one that engines read differently settles it for Rust and Go alone.
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
  // To who cannot compile a later one, a negative condition does not hold, whatever the earlier ones say.
  return isNegative
    ? { holds: asking & ~depends, depends: depends & asking, throws: none }
    : { holds: none, depends, throws: none };
}
