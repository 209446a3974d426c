/** Sample texts for an attribute that conditions of one type read. */
import { countBefore } from '../../json/search.js';
import type { Ask } from './axis.js';

export interface Values {
  readonly texts: readonly Value[];
  /** Index in `texts` of an object's value; undefined if the object has no value. */
  readonly placeOf: (object: string) => number | undefined;
  /** Number of texts at the start of `texts` that are objects of string conditions. */
  readonly listed?: number;
  /** All kinds of unlisted texts; present if there are regular expressions and their automata are small enough. */
  readonly unlisted?: Unlisted;
  /** Whether conditions treat every possible text like a sample in `texts` or a kind in `unlisted`. */
  readonly isComplete: boolean;
  /** Like `isComplete`, but ignores regular expressions. */
  readonly isDistinct: boolean;
}

export interface Value {
  readonly text: string;
  /** Whether an object of a condition has this value. */
  readonly isNamed: boolean;
}

export interface Unlisted {
  readonly kinds: readonly {
    readonly truthOf: Ask;
    /** Whether `texts` has an example of this kind. */
    readonly isShown: boolean;
  }[];
  readonly steps: number;
}

interface Order<T> {
  /** The value of an object; undefined if the object cannot be read. */
  readonly read: (object: string) => T | undefined;
  readonly compare: (a: T, b: T) => number;
  readonly textOf: (value: T) => string;
  /** The simplest value between two bounds, if there is any. An undefined bound means no bound. */
  readonly between: (low: T | undefined, high: T | undefined) => T | undefined;
}

/** Returns the `unreadable` texts, then the sorted values of objects with samples below, between and above them. */
export function orderedValues<T>(
  objects: ReadonlySet<string>,
  unreadable: readonly string[],
  { read, compare, textOf, between }: Order<T>,
): Values {
  const values = new Map(Array.from(objects, (object) => [object, read(object)]));
  const sorted = [...values.values()].filter((value) => value !== undefined).sort(compare);
  const texts: Value[] = unreadable.map((text) => ({ text, isNamed: false }));
  const places: number[] = [];
  const add = (value: T | undefined, isNamed: boolean) => {
    if (value !== undefined) texts.push({ text: textOf(value), isNamed });
  };
  let last: T | undefined;
  for (const [index, value] of sorted.entries()) {
    if (last !== undefined && compare(last, value) === 0) {
      places[index] = places[index - 1] ?? 0;
      continue;
    }
    add(between(last, value), false);
    places[index] = texts.length;
    add(value, true);
    last = value;
  }
  add(between(last, undefined), false);
  const placeOf = (object: string) => {
    const value = values.get(object);
    return value === undefined ? undefined : places[countBefore(sorted, (each) => compare(each, value) < 0)];
  };
  return { texts, placeOf, isComplete: true, isDistinct: true };
}
