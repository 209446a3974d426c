/**
 * How the values of a chunk are kept: four integers for each, in the order of the text, so that a megabyte of JSON
 * costs about a megabyte more and no objects.
 *
 *     [ kind | flags, start, end, next ]     offsets from the start of the chunk; `next` is the index of the record
 *                                            that follows this one and all that is in it
 *
 * A key is followed by its value, if it has one; an object or array by what is in it. What is not closed in its chunk
 * has the end -1; the `close` record in a later chunk belongs to it. An object may hold values without a key: they
 * stand where a key should, and have a syntax problem of their own.
 */
export const size = 4;
export const unclosed = -1;

export const Kind = {
  document: 0,
  object: 1,
  array: 2,
  string: 3,
  number: 4,
  true: 5,
  false: 6,
  null: 7,
  invalid: 8,
  key: 9,
  close: 10,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** A string or key that is not just its characters between double quotes: it has escapes, other quotes or none. */
export const odd = 16;
const kindMask = 15;

export type Records = Int32Array;

export const kindAt = (records: Records, at: number): Kind => ((records[at] ?? 0) & kindMask) as Kind;
export const isOdd = (records: Records, at: number): boolean => ((records[at] ?? 0) & odd) !== 0;
export const startAt = (records: Records, at: number): number => records[at + 1] ?? 0;
export const endAt = (records: Records, at: number): number => records[at + 2] ?? 0;
export const nextAt = (records: Records, at: number): number => records[at + 3] ?? 0;
export const isContainer = (kind: Kind): boolean => kind === Kind.object || kind === Kind.array;

/** The value behind a key; undefined while it is half typed. */
export function valueOfKey(records: Records, key: number): number | undefined {
  return nextAt(records, key) > key + size ? key + size : undefined;
}
