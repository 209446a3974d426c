/**
 * The syntax tree of a text: four integers for each value and key, in document order. The tree takes about as much
 * memory as the text, and its nodes are not JavaScript objects.
 *
 *     [ kind | flags, start, end, next ]     offsets; `next` is the index of the record after the content.
 *
 * A key is followed by its value, if it has one; an object or array is followed by its content. An unclosed record has
 * the end -1. An object may contain values without keys; the reader reports each such value as a syntax problem.
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
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** Flag of a string or key that must be decoded, for example because it has escapes, single quotes or no quotes. */
export const odd = 16;
const kindMask = 15;

export type Records = Int32Array;

export const kindAt = (records: Records, at: number): Kind => ((records[at] ?? 0) & kindMask) as Kind;
export const isOdd = (records: Records, at: number): boolean => ((records[at] ?? 0) & odd) !== 0;
export const startAt = (records: Records, at: number): number => records[at + 1] ?? 0;
export const endAt = (records: Records, at: number): number => records[at + 2] ?? 0;
export const nextAt = (records: Records, at: number): number => records[at + 3] ?? 0;
export const isContainer = (kind: Kind): boolean => kind === Kind.object || kind === Kind.array;

/** @returns the record of the value; undefined if the property is incomplete */
export function valueOfKey(records: Records, key: number): number | undefined {
  return nextAt(records, key) > key + size ? key + size : undefined;
}

/** The records directly inside a container. An object may contain values without a key. */
export function recordsIn(records: Records, container: number): readonly number[] {
  const found: number[] = [];
  const end = nextAt(records, container);
  for (let at = container + size; at < end; at = nextAt(records, at)) found.push(at);
  return found;
}

export function keysIn(records: Records, object: number): readonly number[] {
  return recordsIn(records, object).filter((at) => kindAt(records, at) === Kind.key);
}

export class RecordWriter {
  length = 0;
  #records: Int32Array;

  /** @param textLength determines the initial capacity: 16 records, and one more for every eight characters */
  constructor(textLength: number) {
    this.#records = new Int32Array(size * (16 + (textLength >> 3)));
  }

  get written(): Records {
    return this.#records.slice(0, this.length);
  }

  write(kindAndFlags: number, start: number, end: number): void {
    const { length } = this;
    if (length + size > this.#records.length) {
      const longer = new Int32Array(this.#records.length * 2);
      longer.set(this.#records);
      this.#records = longer;
    }
    const records = this.#records;
    records[length] = kindAndFlags;
    records[length + 1] = start;
    records[length + 2] = end;
    records[length + 3] = length + size;
    this.length = length + size;
  }

  /** @param end -1 if the container is unclosed */
  endContainer(record: number, end: number): void {
    this.#records[record + 2] = end;
    this.#records[record + 3] = this.length;
  }

  endValue(key: number): void {
    this.#records[key + 3] = this.length;
  }
}
