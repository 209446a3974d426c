/** Plain data of values, made of their records. */
import type { Property, Chunks } from './children.js';
import { itemsOf, propertiesOf, chunkOf } from './children.js';
import { setOwn } from './plain.js';
import { endAt, isContainer, Kind, kindAt, startAt, unclosed } from './records.js';
import type { Chunk } from './chunk.js';
import type { Child } from './spanningContainers.js';
import { stringAt } from './tokens.js';

/** As JSON.parse would give it; properties that are half typed are left out. */
export function valueOf(chunks: Chunks, child: Child): unknown {
  return plainOf(chunks, child, (value) => value !== undefined && value !== Kind.invalid);
}

/** The same, but properties that are half typed are there, and undefined. */
export function draftOf(chunks: Chunks, child: Child): unknown {
  return plainOf(chunks, child, () => true);
}

/** The same of a value in a chunk, as far as it goes there. */
export function draftIn(chunk: Chunk, record: number): unknown {
  return draftOf([chunk], { chunk: 0, record, offset: 0, spanning: undefined });
}

/** Of an object, with its lists only as long as one item, which is undefined, and its objects empty. */
export function shallowOf(chunks: Chunks, properties: readonly Property[]): Readonly<Record<string, unknown>> {
  const shallow: Record<string, unknown> = {};
  for (const { key, value } of properties) {
    const { text, records } = chunkOf(chunks, key);
    setOwn(shallow, stringAt(text, records, key.record), value && shallowAt(chunks, value));
  }
  return shallow;
}

function shallowAt(chunks: Chunks, value: Child): unknown {
  const chunk = chunkOf(chunks, value);
  const kind = kindAt(chunk.records, value.record);
  if (kind === Kind.array) {
    const [first] = itemsOf(chunks, value);
    return first === undefined ? [] : [undefined];
  }
  return kind === Kind.object ? {} : scalarAt(chunk, value.record);
}

/** What a scalar says; undefined where the text is no value. */
export function scalarAt({ text, records }: Chunk, record: number): string | number | boolean | null | undefined {
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
function plainOf(chunks: Chunks, root: Child, isKept: (value: Kind | undefined) => boolean): unknown {
  /** Containers that are still empty: without recursion, as no depth may overflow the stack. */
  const empty: { readonly child: Child; readonly plain: unknown[] | Record<string, unknown> }[] = [];
  const plainAt = (child: Child): unknown => {
    const chunk = chunkOf(chunks, child);
    const { text, records, syntaxProblems } = chunk;
    const { record } = child;
    const kind = kindAt(records, record);
    if (!isContainer(kind)) return scalarAt(chunk, record);
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
      for (const item of itemsOf(chunks, child)) plain.push(plainAt(item));
      continue;
    }
    for (const { key, value } of propertiesOf(chunks, child)) {
      const { text, records } = chunkOf(chunks, key);
      if (!isKept(value && kindAt(records, value.record))) continue;
      setOwn(plain, stringAt(text, records, key.record), value && plainAt(value));
    }
  }
  return whole;
}
