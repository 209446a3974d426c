/** What is in a container, as places of records: found step by step, and without a look at long lists before it. */
import { Kind, kindAt, nextAt, size, valueOfKey } from './records.js';
import type { Segment } from './segment.js';
import type { Child, RecordPosition, SpanningContainer } from './spanningContainers.js';

export type Segments = readonly Segment[];

/** A value in an array, or a key in an object, and how many stand before it. */
export interface Item extends Child {
  readonly index: number;
}

export interface Property {
  readonly key: Child;
  /** Undefined while it is half typed. */
  readonly value: Child | undefined;
}

/** The properties of an object, in the order of the text. A value without a key is in none. */
export function propertiesOf(segments: Segments, object: Child): readonly Property[] {
  const properties: Property[] = [];
  for (const key of itemsOf(segments, object)) {
    const { segment, offset, spanning } = key;
    const { records } = segmentOf(segments, key);
    if (kindAt(records, key.record) !== Kind.key) continue;
    const record = valueOfKey(records, key.record);
    properties.push({ key, value: record === undefined ? undefined : { segment, record, offset, spanning } });
  }
  return properties;
}

/**
 * The values in an array, the keys in an object; in the document itself, its value.
 * @param passOver whether a segment that holds nothing but items of the array may be left out, by the index of the item
 * behind it and its end
 */
export function itemsOf(
  segments: Segments,
  parent: Child,
  passOver: (indexBehind: number, end: number) => boolean = () => false,
): Iterable<Item> {
  return parent.spanning === undefined
    ? itemsInSegment(segments, parent)
    : itemsOfSpanning(segments, parent, parent.spanning, passOver);
}

/** A list, as most are short, and made of one segment. */
function itemsInSegment(segments: Segments, { segment, record, offset }: Child): readonly Item[] {
  const { records } = segmentOf(segments, { segment });
  const items: Item[] = [];
  const end = nextAt(records, record);
  for (let at = record + size; at < end; at = nextAt(records, at))
    items.push({ segment, record: at, offset, spanning: undefined, index: items.length });
  return items;
}

function* itemsOfSpanning(
  segments: Segments,
  { segment, record, offset }: Child,
  container: SpanningContainer,
  passOver: (indexBehind: number, end: number) => boolean,
): Generator<Item> {
  let at = record + size;
  let index = 0;
  let met = 0;
  while (segment < segments.length) {
    const { length, records, holdsWholeItems, spanningRecords } = segmentOf(segments, { segment });
    const isPassed = at === 0 && holdsWholeItems && passOver(index - (spanningRecords[0] ?? 0), offset + length);
    if (at >= records.length || isPassed) {
      if (isPassed) index -= spanningRecords[0] ?? 0;
      [segment, at, offset] = [segment + 1, 0, offset + length];
      continue;
    }
    const kind = kindAt(records, at);
    if (kind === Kind.close) return;
    const candidate = container.inner[met];
    const value = kind === Kind.key ? valueOfKey(records, at) : at;
    const spanning = candidate?.at.segment === segment && candidate.at.record === value ? candidate : undefined;
    yield { segment, record: at, offset, spanning, index };
    index += 1;
    if (spanning === undefined) at = nextAt(records, at);
    else {
      // On behind its end; without one, all that follows is in it.
      if (spanning.closedAt === undefined) return;
      ({ segment, offset } = spanning.closedAt);
      at = spanning.closedAt.record + size;
      met += 1;
    }
  }
}

export function segmentOf(segments: Segments, { segment }: Pick<RecordPosition, 'segment'>): Segment {
  const found = segments[segment];
  if (found === undefined) throw new RangeError(`No segment ${segment}.`);
  return found;
}
