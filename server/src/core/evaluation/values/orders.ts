/** Condition types that compare by order: how each SDK reads and compares attributes and objects. */
import { byWord } from '../../json/plain.js';
import type { Attribute } from './attribute.js';
import { instantOfObject } from './instants.js';
import { readNumber } from './numbers.js';
import type { Compare, Reading, Unreadable } from './ordered.js';
import { compareNumbers, unreadableNumber, unreadableVersion } from './ordered.js';
import { compareVersions, readVersion } from './versions.js';

export interface Order {
  readonly hasPredicate: (predicate: string) => boolean;
  readonly readAttribute: (attribute: Attribute) => Reading<unknown>;
  /** @param object the object as SDKs receive it */
  readonly read: (object: string) => Reading<unknown>;
  readonly compare: Compare<unknown>;
  readonly unreadable: readonly Unreadable[];
}

const isComparison = (predicate: string) => /^(?:!?=|[<>]=?)$/.test(predicate);

const asNumbers = {
  compare: (place: number, a: unknown, b: unknown) => compareNumbers(place, Number(a), Number(b)),
  unreadable: unreadableNumber,
};

export const orders = byWord<Order | undefined>({
  number: { ...asNumbers, hasPredicate: isComparison, readAttribute: ({ number }) => number, read: readNumber },
  datetime: {
    ...asNumbers,
    hasPredicate: (predicate) => predicate === 'after' || predicate === 'before',
    readAttribute: ({ instant }) => instant,
    read: (object) => instantOfObject(Number(object)),
  },
  semver: {
    hasPredicate: isComparison,
    readAttribute: ({ version }) => version,
    read: readVersion,
    compare: compareVersions,
    unreadable: unreadableVersion,
  },
});
