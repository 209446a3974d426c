/** Conditions that compare: numbers, versions and instants. An object that an SDK cannot read is handled by each in its own way. */
import type { Evaluators } from './sdks.js';
import { evaluators, evaluatorsWho } from './sdks.js';
import type { Verdict } from './verdict.js';
import { heldBy } from './verdict.js';

/** What a value is for each evaluator; undefined where it cannot read it. */
export type Readings<T> = readonly (T | undefined)[];

/** Below, equal to or above 0; NaN where they do not compare. */
export type Compare<T> = (place: number, a: T, b: T) => number;

/**
 * What an object that cannot be read does (evaluation.md row 15). `ignored`: nothing. `false`: the condition does not hold, though it be
 * negative. `ends`: no later object is looked at.
 */
export type Unreadable = 'ignored' | 'false' | 'ends';

const tests: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order === 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  after: (order) => order >= 0,
  before: (order) => order < 0,
};

/** @param unreadable what it does, by the place of the evaluator */
export function compared<T>(
  predicate: string,
  attribute: Readings<T>,
  objects: readonly Readings<T>[],
  compare: Compare<T>,
  unreadable: readonly Unreadable[],
): Verdict {
  const test = tests[predicate];
  const isNegative = predicate === '!=';
  const holds: Evaluators = evaluatorsWho((place) => {
    const value = attribute[place];
    if (value === undefined || test === undefined) return false;
    for (const object of objects) {
      const other = object[place];
      if (other === undefined) {
        if (unreadable[place] === 'false') return false;
        if (unreadable[place] === 'ends') return isNegative;
      } else if (test(compare(place, value, other))) return !isNegative;
    }
    return isNegative;
  });
  return heldBy(holds);
}

const usual = {
  official: 'ignored',
  rust: 'ignored',
  node: 'ignored',
  java: 'false',
  go: 'ends',
  python: 'false',
} as const;

export const unreadableNumber: readonly Unreadable[] = evaluators.map((each) => usual[each]);
/** Node gives the condition up where a version cannot be read. */
export const unreadableVersion: readonly Unreadable[] = evaluators.map((each) =>
  each === 'node' ? 'false' : usual[each],
);

export function compareNumbers(_: number, a: number, b: number): number {
  return a > b ? 1 : a < b ? -1 : a === b ? 0 : NaN;
}
