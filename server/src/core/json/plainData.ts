/** Plain data of values, made of their records. */
import type { Property, Segments } from './children.js';
import { itemsOf, propertiesOf, segmentOf } from './children.js';
import { setOwn } from './plain.js';
import { endAt, isContainer, Kind, kindAt, startAt, unclosed } from './records.js';
import type { Segment } from './segment.js';
import type { Child } from './spanningContainers.js';
import { stringAt } from './tokens.js';

/** As JSON.parse would give it; properties that are half typed are left out. */
export function valueOf(segments: Segments, child: Child): unknown {
  return plainOf(segments, child, (value) => value !== undefined && value !== Kind.invalid);
}

/** The same, but properties that are half typed are there, and undefined. */
export function draftOf(segments: Segments, child: Child): unknown {
  return plainOf(segments, child, () => true);
}

/** The same of a value in a segment, as far as it goes there. */
export function draftIn(segment: Segment, record: number): unknown {
  return draftOf([segment], { segment: 0, record, offset: 0, spanning: undefined });
}

/** Of an object, with its lists only as long as one item, which is undefined, and its objects empty. */
export function shallowOf(segments: Segments, properties: readonly Property[]): Readonly<Record<string, unknown>> {
  const shallow: Record<string, unknown> = {};
  for (const { key, value } of properties) {
    const { text, records } = segmentOf(segments, key);
    setOwn(shallow, stringAt(text, records, key.record), value && shallowAt(segments, value));
  }
  return shallow;
}

function shallowAt(segments: Segments, value: Child): unknown {
  const segment = segmentOf(segments, value);
  const kind = kindAt(segment.records, value.record);
  if (kind === Kind.array) {
    const [first] = itemsOf(segments, value);
    return first === undefined ? [] : [undefined];
  }
  return kind === Kind.object ? {} : scalarAt(segment, value.record);
}

/** What a scalar says; undefined where the text is no value. */
export function scalarAt({ text, records }: Segment, record: number): string | number | boolean | null | undefined {
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

/** @param isKept whether a property is kept, by the kind of its value */
function plainOf(segments: Segments, root: Child, isKept: (value: Kind | undefined) => boolean): unknown {
  /** Containers that are still empty: without recursion, as no depth may overflow the stack. */
  const empty: { readonly child: Child; readonly plain: unknown[] | Record<string, unknown> }[] = [];
  const plainAt = (child: Child): unknown => {
    const segment = segmentOf(segments, child);
    const { text, records, syntaxProblems } = segment;
    const { record } = child;
    const kind = kindAt(records, record);
    if (!isContainer(kind)) return scalarAt(segment, record);
    const end = endAt(records, record);
    // Of JSON without a mistake, nothing makes plain data faster.
    if (end !== unclosed && syntaxProblems.length === 0) return JSON.parse(text.slice(startAt(records, record), end));
    const plain = kind === Kind.array ? [] : {};
    empty.push({ child, plain });
    return plain;
  };
  const whole = plainAt(root);
  for (let next = empty.pop(); next !== undefined; next = empty.pop()) {
    const { child, plain } = next;
    if (Array.isArray(plain)) {
      for (const item of itemsOf(segments, child)) plain.push(plainAt(item));
      continue;
    }
    for (const { key, value } of propertiesOf(segments, child)) {
      const { text, records } = segmentOf(segments, key);
      if (!isKept(value && kindAt(records, value.record))) continue;
      setOwn(plain, stringAt(text, records, key.record), value && plainAt(value));
    }
  }
  return whole;
}
