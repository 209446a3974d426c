/** Conditions that compare numbers, versions or instants. SDKs differ in how they handle an unreadable object. */
import { byWord } from '../../json/plain.js';
import { evaluators, evaluatorsWho } from '../sdks/sdks.js';
import type { Verdict } from '../verdict.js';
import { heldBy, holdsForAll, holdsForNone } from '../verdict.js';

/** The value that each evaluator reads in a text, in the order of `evaluators`; undefined if unreadable. */
export class Reading<T> {
  #all: readonly (T | undefined)[] | undefined;

  /** @param shared a number to compare instead of the values, if all evaluators certainly read the same value */
  constructor(
    readonly shared: number | undefined,
    private readonly read: () => readonly (T | undefined)[],
  ) {}

  get all(): readonly (T | undefined)[] {
    return (this.#all ??= this.read());
  }
}

/** @returns a number below, equal to or above 0; NaN if incomparable */
export type Compare<T> = (place: number, a: T, b: T) => number;

/**
 * The effect of an unreadable object (evaluation.md row 15). `ignored`: the object is skipped. `false`: the condition
 * does not hold, even if negative. `ends`: later objects are skipped.
 */
export type Unreadable = 'ignored' | 'false' | 'ends';

const tests = byWord<(order: number) => boolean>({
  '=': (order) => order === 0,
  '!=': (order) => order === 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  after: (order) => order >= 0,
  before: (order) => order < 0,
});

/** Tests for values that all evaluators read alike. For `<` and `>`, only the largest or smallest object matters. */
const sharedTests = byWord<(objects: readonly number[]) => (value: number) => boolean>({
  '=': (objects) => {
    const listed = new Set(objects);
    return (value) => listed.has(value);
  },
  '!=': (objects) => {
    const listed = new Set(objects);
    return (value) => !listed.has(value);
  },
  '>': (objects) => above(least(objects)),
  '>=': (objects) => notBelow(least(objects)),
  '<': (objects) => below(greatest(objects)),
  '<=': (objects) => notAbove(greatest(objects)),
  after: (objects) => notBelow(least(objects)),
  before: (objects) => below(greatest(objects)),
});

const least = (objects: readonly number[]) => objects.reduce((a, b) => Math.min(a, b), Infinity);
const greatest = (objects: readonly number[]) => objects.reduce((a, b) => Math.max(a, b), -Infinity);
const above = (object: number) => (value: number) => value > object;
const notBelow = (object: number) => (value: number) => value >= object;
const below = (object: number) => (value: number) => value < object;
const notAbove = (object: number) => (value: number) => value <= object;

/** @param unreadable the effect of an unreadable object for each evaluator, in the order of `evaluators` */
export function comparison<A, T>(
  readingOf: (attribute: A) => Reading<T>,
  predicate: string,
  objects: readonly Reading<T>[],
  compare: Compare<T>,
  unreadable: readonly Unreadable[],
): (attribute: A) => Verdict {
  const test = tests[predicate];
  const isNegative = predicate === '!=';
  const holdsFor = (place: number, value: T | undefined, readings: readonly (T | undefined)[]) => {
    if (value === undefined || test === undefined) return false;
    for (const object of readings) {
      if (object === undefined) {
        if (unreadable[place] === 'false') return false;
        if (unreadable[place] === 'ends') return isNegative;
      } else if (test(compare(place, value, object))) return !isNegative;
    }
    return isNegative;
  };
  const shared = objects.flatMap((object) => object.shared ?? []);
  const holdsForShared = shared.length === objects.length ? sharedTests[predicate]?.(shared) : undefined;
  const differing = (value: Reading<T>) =>
    heldBy(
      evaluatorsWho((place) =>
        holdsFor(
          place,
          value.all[place],
          objects.map(({ all }) => all[place]),
        ),
      ),
    );
  return (attribute) => {
    const value = readingOf(attribute);
    if (holdsForShared === undefined || value.shared === undefined) return differing(value);
    return holdsForShared(value.shared) ? holdsForAll : holdsForNone;
  };
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
/** In Node, a condition with an unreadable version does not hold. */
export const unreadableVersion: readonly Unreadable[] = evaluators.map((each) =>
  each === 'node' ? 'false' : usual[each],
);

export function compareNumbers(_: number, a: number, b: number): number {
  return a > b ? 1 : a < b ? -1 : a === b ? 0 : NaN;
}
