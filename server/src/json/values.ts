/** What stands behind keys of the document, found without making nodes of all that stands before it. */
import type { Child, Segments } from './children.js';
import { childrenOf, countOf, firstOf, segmentOf } from './children.js';
import { draftIn, scalarIn } from './draft.js';
import type { SpanningContainer } from './spanningContainers.js';
import { setOwn } from './plain.js';
import { isContainer, Kind, kindAt, nextAt, size, valueOfKey } from './records.js';
import { stringAt } from './tokens.js';
import { draftOf, nodeOf } from './tree.js';

/** The scalar behind a key of the body; undefined when there is none. */
export function scalarAt(
  segments: Segments,
  document: SpanningContainer,
  key: string,
): string | number | boolean | null | undefined {
  const body = firstOf(childrenOf(segments, document));
  const value = body && valueBehind(segments, body, key);
  const node = value && nodeOf(segments, value);
  return node === undefined || node.kind === 'object' || node.kind === 'array' ? undefined : node.value;
}

/** How many items the array at a path has, found without making nodes; undefined when there is none. */
export function lengthAt(segments: Segments, document: SpanningContainer, keys: readonly string[]): number | undefined {
  const array = arrayAt(segments, document, keys);
  return array && (array.spanning?.items ?? countOf(childrenOf(segments, array)));
}

/** The plain values of the objects and arrays in the array at a path, in which properties that are half typed are undefined. */
export function* valuesAt(segments: Segments, document: SpanningContainer, keys: readonly string[]): Generator {
  const array = arrayAt(segments, document, keys);
  if (array === undefined) return;
  for (const item of childrenOf(segments, array.spanning ?? array)) {
    const segment = segmentOf(segments, item);
    if (item.spanning !== undefined) yield draftOf(nodeOf(segments, item));
    else if (isContainer(kindAt(segment.records, item.record))) yield draftIn(segment, item.record);
  }
}

/** Of an object that goes on beyond a segment: its scalars, and its lists with nothing in them but a first item, if they have one. */
export function shallowOf(segments: Segments, object: SpanningContainer): Readonly<Record<string, unknown>> {
  const shallow: Record<string, unknown> = {};
  for (const { segment, record, spanning } of childrenOf(segments, object)) {
    const { text, records } = segmentOf(segments, { segment });
    if (kindAt(records, record) !== Kind.key) continue;
    const value = valueOfKey(records, record);
    const plain = value === undefined ? undefined : scalarIn(text, records, value);
    const hasItems =
      spanning === undefined ? value !== undefined && nextAt(records, value) > value + size : spanning.items > 0;
    setOwn(shallow, stringAt(text, records, record), Array.isArray(plain) && hasItems ? [undefined] : plain);
  }
  return shallow;
}

function arrayAt(segments: Segments, document: SpanningContainer, keys: readonly string[]): Child | undefined {
  let value: Child | undefined = firstOf(childrenOf(segments, document));
  for (const key of keys) value = value && valueBehind(segments, value, key);
  return value && kindAt(segmentOf(segments, value).records, value.record) === Kind.array ? value : undefined;
}

/** The value behind the last key of that name. */
function valueBehind(segments: Segments, object: Child, name: string): Child | undefined {
  let found: Child | undefined;
  if (kindAt(segmentOf(segments, object).records, object.record) !== Kind.object) return undefined;
  for (const { segment, record, offset, spanning } of childrenOf(segments, object.spanning ?? object)) {
    const { text, records } = segmentOf(segments, { segment });
    if (kindAt(records, record) !== Kind.key || stringAt(text, records, record) !== name) continue;
    const behind = valueOfKey(records, record);
    found = behind === undefined ? undefined : { segment, record: behind, offset, spanning };
  }
  return found;
}
