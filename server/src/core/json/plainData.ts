import type { Tree } from './tree.js';
import { hasSyntaxProblemIn } from './tree.js';
import { setOwn } from './plain.js';
import { endAt, isContainer, Kind, kindAt, nextAt, recordsIn, startAt, unclosed, valueOfKey } from './read/records.js';
import { stringAt } from './read/tokens.js';

type Plain = unknown[] | Record<string, unknown>;

/** The plain value, as JSON.parse would return it, without properties whose value is missing or invalid. */
export function valueOf(json: Tree, record: number): unknown {
  return plainOf(json, record, (value) => value !== undefined && value !== Kind.invalid, none);
}

/** Like `valueOf`, but includes properties without a valid value, as undefined. @param known values sorted by record */
export function draftOf(json: Tree, record: number, known: ReadonlyMap<number, unknown> = none): unknown {
  return plainOf(json, record, () => true, known);
}

const none: ReadonlyMap<number, unknown> = new Map();

/** @returns undefined if the record is a container or invalid */
export function scalarAt({ text, records }: Tree, record: number): string | number | boolean | null | undefined {
  switch (kindAt(records, record)) {
    case Kind.string:
      return stringAt(text, records, record);
    case Kind.number:
      return Number(text.slice(startAt(records, record), endAt(records, record)));
    case Kind.true:
      return true;
    case Kind.false:
      return false;
    case Kind.null:
      return null;
    default:
      return undefined;
  }
}

/** @returns undefined for invalid JSON, which is possible because only one of two adjacent mistakes is reported */
function parsed(text: string, start: number, end: number): unknown {
  try {
    return JSON.parse(text.slice(start, end));
  } catch {
    return undefined;
  }
}

/** @param isKept whether to keep a property, given the kind of its value */
function plainOf(
  json: Tree,
  root: number,
  isKept: (value: Kind | undefined) => boolean,
  known: ReadonlyMap<number, unknown>,
): unknown {
  const { text, records } = json;
  const [first = Infinity] = known.keys();
  const last = [...known.keys()].at(-1) ?? -1;
  /** Containers still to be filled. A list instead of recursion, because deep nesting could overflow the call stack. */
  const empty: { readonly record: number; readonly plain: Plain }[] = [];
  const plainAt = (record: number): unknown => {
    const kind = kindAt(records, record);
    if (!isContainer(kind)) return scalarAt(json, record);
    if (known.has(record)) return known.get(record);
    const [start, end] = [startAt(records, record), endAt(records, record)];
    const mayHoldKnown = record < last && first < nextAt(records, record);
    // JSON.parse is the fastest way to get plain data.
    const fast =
      mayHoldKnown || end === unclosed || hasSyntaxProblemIn(json, start, end) ? undefined : parsed(text, start, end);
    if (fast !== undefined) return fast;
    const plain: Plain = kind === Kind.array ? [] : {};
    empty.push({ record, plain });
    return plain;
  };
  const whole = plainAt(root);
  for (let next = empty.pop(); next !== undefined; next = empty.pop()) {
    const { record, plain } = next;
    for (const at of recordsIn(records, record)) {
      if (Array.isArray(plain)) plain.push(plainAt(at));
      else if (kindAt(records, at) === Kind.key) {
        const value = valueOfKey(records, at);
        if (isKept(value === undefined ? undefined : kindAt(records, value)))
          setOwn(plain, stringAt(text, records, at), value === undefined ? undefined : plainAt(value));
      }
    }
  }
  return whole;
}
