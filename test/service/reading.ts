/**
 * Lenient readers that turn JSON into a type, as in the open-source server: an unknown field is dropped, null counts as
 * absent, a scalar in place of a string becomes its text, and "1" or 1.7 in place of an integer becomes 1. No field is
 * required. grammar.ts composes the readers into tables.
 */
import { Numeral, parseJson, type Json } from './json.js';

/** The body is not such JSON, or it has null in a list of objects. */
export type Trouble = 'unreadable' | 'null element';
type Wrong = (trouble: Trouble) => void;

/** Reads a value that is not null; a value that does not fit is reported to `wrong` and read as undefined. */
export type Reader<T> = (value: Json, wrong: Wrong) => T | undefined;
export type Read<R> = R extends Reader<infer T> ? T : never;

export const text: Reader<string> = (value, wrong) => {
  if (typeof value === 'string') return value;
  if (value instanceof Numeral) return value.source;
  if (typeof value === 'boolean') return String(value);
  wrong('unreadable');
  return undefined;
};

/** An integer of 32 bits. A blank text or "null" counts as absent. */
export const integer: Reader<number> = (value, wrong) => {
  const source = typeof value === 'string' ? value.trim() : value instanceof Numeral ? value.source : 'nothing';
  if (source === '' || source === 'null') return undefined;
  const written = typeof value === 'string' ? /^[+-]?\d+$/.test(source) : value instanceof Numeral;
  const number = Math.trunc(Number(source));
  if (written && number >= -2_147_483_648 && number <= 2_147_483_647) return number + 0;
  wrong('unreadable');
  return undefined;
};

/** A blank text or "null" counts as absent. */
export const flag: Reader<boolean> = (value, wrong) => {
  if (typeof value === 'boolean') return value;
  if (value instanceof Numeral && /^-?\d+$/.test(value.source)) return !/^-?0$/.test(value.source);
  const word = typeof value === 'string' ? value.trim() : undefined;
  if (word === '' || word === 'null') return undefined;
  if (word !== undefined && /^(?:true|True|TRUE|false|False|FALSE)$/.test(word)) return /^t/i.test(word);
  wrong('unreadable');
  return undefined;
};

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: Trouble };

export function readJson<T>(json: string, reader: Reader<T>): Reading<T> {
  const troubles = new Set<Trouble>();
  let parsed: Json;
  try {
    parsed = parseJson(json);
  } catch {
    return { ok: false, trouble: 'unreadable' };
  }
  const value = reader(parsed, (trouble) => troubles.add(trouble));
  if (value === undefined || troubles.has('unreadable')) return { ok: false, trouble: 'unreadable' };
  return troubles.size > 0 ? { ok: false, trouble: 'null element' } : { ok: true, value };
}

/** A list of scalars, which may contain null. */
export function scalars<T>(element: Reader<T>): Reader<readonly (T | null)[]> {
  return (value, wrong) => {
    if (Array.isArray(value)) return value.map((item: Json) => (item === null ? null : (element(item, wrong) ?? null)));
    wrong('unreadable');
    return undefined;
  };
}

/** A list of objects. Null in it is a trouble of its own, because the server reads it and fails later. */
export function list<T>(element: Reader<T>): Reader<readonly T[]> {
  return (value, wrong) => {
    if (!Array.isArray(value)) {
      wrong('unreadable');
      return undefined;
    }
    if (value.includes(null)) wrong('null element');
    return value.flatMap((item: Json) => (item === null ? [] : (element(item, wrong) ?? [])));
  };
}

export function record<T>(fields: { readonly [K in keyof T]: Reader<T[K]> }): Reader<Readonly<Partial<T>>> {
  return (value, wrong) => {
    if (!isObject(value)) {
      wrong('unreadable');
      return undefined;
    }
    const read: Partial<T> = {};
    for (const key in fields) {
      const given = value.get(key) ?? null;
      const parsed = given === null ? undefined : fields[key](given, wrong);
      if (parsed !== undefined) read[key] = parsed;
    }
    return read;
  };
}

function isObject(value: Json): value is ReadonlyMap<string, Json> {
  return value instanceof Map;
}
