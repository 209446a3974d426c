/** What is in a container, as places in segments: found step by step, without nodes. */
import type { SpanningContainer, RecordPosition } from './spanningContainers.js';
import type { Span } from './nodes.js';
import { endAt, Kind, kindAt, nextAt, size, startAt, valueOfKey } from './records.js';
import type { Segment } from './segment.js';

/** A value or a key; `spanning` is there when the value, or the one behind the key, goes on beyond its segment. */
export interface Child extends RecordPosition {
  readonly spanning: SpanningContainer | undefined;
}

export type Segments = readonly Segment[];

/**
 * The values in an array, the keys in an object.
 * @param passOver whether a segment that holds nothing but so many items of the array, up to an offset, may be left out
 */
export function* childrenOf(
  segments: Segments,
  container: SpanningContainer | Child,
  passOver: (items: number, end: number) => boolean = () => false,
): Generator<Child> {
  if ('record' in container) {
    const { segment, offset, record } = container;
    const { records } = segmentOf(segments, container);
    const end = nextAt(records, record);
    for (let at = record + size; at < end; at = nextAt(records, at))
      yield { segment, record: at, offset, spanning: undefined };
    return;
  }
  let { segment, offset } = container.at;
  let at = container.at.record + size;
  let met = 0;
  while (segment < segments.length) {
    const { length, records, isPlain, spanningRecords } = segmentOf(segments, { segment });
    if (at >= records.length || (at === 0 && isPlain && passOver(-(spanningRecords[0] ?? 0), offset + length))) {
      [segment, at, offset] = [segment + 1, 0, offset + length];
      continue;
    }
    const kind = kindAt(records, at);
    if (kind === Kind.close) return;
    const candidate = container.inner[met];
    const value = kind === Kind.key ? valueOfKey(records, at) : at;
    const spanning = candidate?.at.segment === segment && candidate.at.record === value ? candidate : undefined;
    yield { segment, record: at, offset, spanning };
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

/** The items of an array from an index on, without a look at the segments that hold nothing but those before it. */
export function* itemsFrom(segments: Segments, array: SpanningContainer | Child, first: number): Generator<Child> {
  let index = 0;
  const passOver = (items: number) => {
    const isBefore = index + items <= first;
    if (isBefore) index += items;
    return isBefore;
  };
  for (const child of childrenOf(segments, array, passOver)) {
    if (index >= first) yield child;
    index += 1;
  }
}

/** The index of the first item that an offset is in or at an end of. */
export function itemAt(segments: Segments, array: SpanningContainer | Child, offset: number): number | undefined {
  let index = 0;
  const passOver = (items: number, end: number) => {
    // Where the text ends, so may an item.
    if (end < offset) index += items;
    return end < offset;
  };
  for (const child of childrenOf(segments, array, passOver)) {
    const { records } = segmentOf(segments, child);
    const end = child.spanning?.end ?? child.offset + endAt(records, child.record);
    if (end >= offset) return child.offset + startAt(records, child.record) <= offset ? index : undefined;
    index += 1;
  }
  return undefined;
}

/** The items that touch a span, each with its index, without a look at the segments before it. */
export function itemsIn(
  segments: Segments,
  array: SpanningContainer | Child,
  { start, end }: Span,
): (readonly [number, Child])[] {
  const items: [number, Child][] = [];
  let index = 0;
  const passOver = (count: number, segmentEnd: number) => {
    if (segmentEnd < start) index += count;
    return segmentEnd < start;
  };
  for (const item of childrenOf(segments, array, passOver)) {
    const { records } = segmentOf(segments, item);
    if (item.offset + startAt(records, item.record) > end) break;
    if ((item.spanning?.end ?? item.offset + endAt(records, item.record)) >= start) items.push([index, item]);
    index += 1;
  }
  return items;
}

export function segmentOf(segments: Segments, { segment }: Pick<RecordPosition, 'segment'>): Segment {
  const found = segments[segment];
  if (found === undefined) throw new RangeError(`No segment ${segment}.`);
  return found;
}

export function firstOf<T>(items: Iterable<T>): T | undefined {
  for (const item of items) return item;
  return undefined;
}

export function countOf(items: Iterator<unknown>): number {
  let count = 0;
  while (items.next().done !== true) count += 1;
  return count;
}
