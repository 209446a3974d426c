/** The plain value of half-typed JSON, made of the records at once. */
import { setOwn } from './plain.js';
import type { Records } from './records.js';
import { endAt, Kind, kindAt, nextAt, size, startAt, valueOfKey } from './records.js';
import type { Segment } from './segment.js';
import { stringAt } from './tokens.js';

type Plain = unknown[] | Record<string, unknown>;

/**
 * As JSON.parse would give it; properties that are half typed are there, and undefined.
 * @param root the record of an object or array that is whole in the segment
 */
export function draftIn({ text, records }: Segment, root: number): unknown {
  const whole = emptyOf(kindAt(records, root));
  // No recursion, as no depth may overflow the stack.
  const open: { readonly plain: Plain; readonly end: number }[] = [{ plain: whole, end: nextAt(records, root) }];
  for (let at = root + size; at < nextAt(records, root); at += size) {
    let top = open.at(-1);
    for (; top !== undefined && at >= top.end; top = open.at(-1)) open.pop();
    if (top === undefined) break;
    const isKey = kindAt(records, at) === Kind.key;
    const value = isKey ? valueOfKey(records, at) : at;
    const kind = value === undefined ? Kind.invalid : kindAt(records, value);
    const plain = value === undefined ? undefined : scalarIn(text, records, value);
    if (Array.isArray(top.plain)) top.plain.push(plain);
    // A value without a key is in no property.
    else if (isKey) setOwn(top.plain, stringAt(text, records, at), plain);
    if (isKey && value !== undefined) at = value;
    if (kind === Kind.object || kind === Kind.array) open.push({ plain: plain as Plain, end: nextAt(records, at) });
  }
  return whole;
}

/** A scalar; of an object or array, an empty one. */
export function scalarIn(text: string, records: Records, at: number): unknown {
  const kind = kindAt(records, at);
  switch (kind) {
    case Kind.object:
    case Kind.array:
      return emptyOf(kind);
    case Kind.string:
      return stringAt(text, records, at);
    case Kind.number:
      return Number(text.slice(startAt(records, at), endAt(records, at)));
    case Kind.true:
    case Kind.false:
      return kind === Kind.true;
    default:
      return kind === Kind.null ? null : undefined;
  }
}

function emptyOf(kind: Kind): Plain {
  return kind === Kind.array ? [] : {};
}
