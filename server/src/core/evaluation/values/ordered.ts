/** Conditions that compare: numbers, versions and instants. An object that an SDK cannot read is handled by each in its own way. */
import { byWord } from '../../json/plain.js';
import { evaluators, evaluatorsWho } from '../sdks/sdks.js';
import type { Verdict } from '../verdict.js';
import { heldBy, holdsForAll, holdsForNone } from '../verdict.js';

/** What a text is for each evaluator, by its place; undefined where it cannot read it. */
export class Reading<T> {
  #all: readonly (T | undefined)[] | undefined;

  /** @param shared where all of them are sure to read the same: a number in the same order. Most texts are such */
  constructor(
    readonly shared: number | undefined,
    private readonly read: () => readonly (T | undefined)[],
  ) {}

  get all(): readonly (T | undefined)[] {
    return (this.#all ??= this.read());
  }
}

/** Below, equal to or above 0; NaN where they do not compare. */
export type Compare<T> = (place: number, a: T, b: T) => number;

/**
 * What an object that cannot be read does (evaluation.md row 15). `ignored`: nothing. `false`: the condition does not hold, though it be
 * negative. `ends`: no later object is looked at.
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

/** The same where all read the same: of several objects, the least or the greatest decides. */
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

/**
 * @param readingOf what of an attribute is compared
 * @param unreadable what it does, by the place of the evaluator
 */
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
/** Node gives the condition up where a version cannot be read. */
export const unreadableVersion: readonly Unreadable[] = evaluators.map((each) =>
  each === 'node' ? 'false' : usual[each],
);

export function compareNumbers(_: number, a: number, b: number): number {
  return a > b ? 1 : a < b ? -1 : a === b ? 0 : NaN;
}
