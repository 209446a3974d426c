/** Texts for an attribute that conditions of one type look at. */
import { countBefore } from '../../json/search.js';
import type { Ask } from './axis.js';

export interface Values {
  readonly texts: readonly Value[];
  /** Where what an object means stands in `texts`; undefined where it means nothing. */
  readonly placeOf: (object: string) => number | undefined;
  /** So many of them, the first ones, are listed by conditions of type string. */
  readonly listed?: number;
  /** All kinds of texts that are not listed, where regular expressions are asked and these are known. */
  readonly unlisted?: Unlisted;
  /** Whether the conditions treat any text that a user may have like one of these, or as `unlisted` says. */
  readonly isComplete: boolean;
  /** The same, as far as no regular expression is asked. */
  readonly isToldApart: boolean;
}

export interface Value {
  readonly text: string;
  /** Whether an object means it. */
  readonly isNamed: boolean;
}

export interface Unlisted {
  readonly kinds: readonly {
    readonly truthOf: Ask;
    /** Whether a text of that kind is among those of the attribute. */
    readonly isShown: boolean;
  }[];
  /** How much was done to find them. */
  readonly steps: number;
}

interface Order<T> {
  /** What an object means; undefined if nothing. */
  readonly read: (object: string) => T | undefined;
  readonly compare: (a: T, b: T) => number;
  readonly textOf: (value: T) => string;
  /** A value between two, the nicest one; undefined where there is none. An end that is undefined is open. */
  readonly between: (low: T | undefined, high: T | undefined) => T | undefined;
}

/** The values of objects and those between them, below and above all, in order. `unreadable` come first. */
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
  return { texts, placeOf, isComplete: true, isToldApart: true };
}
