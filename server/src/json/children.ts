/** What is in a container, as places in segments: found step by step, without nodes. */
import type { Frame, Place } from './frames.js';
import type { Span } from './nodes.js';
import { endAt, Kind, kindAt, nextAt, size, startAt, valueOfKey } from './records.js';
import type { Segment } from './segment.js';

/** A value or a key; `frame` is there when the value, or the one behind the key, goes on beyond its segment. */
export interface Child extends Place {
  readonly frame: Frame | undefined;
}

export type Segments = readonly Segment[];

/**
 * The values in an array, the keys in an object.
 * @param passOver whether a segment that holds nothing but so many items of the array, up to an offset, may be left out
 */
export function* childrenOf(
  segments: Segments,
  container: Frame | Child,
  passOver: (items: number, end: number) => boolean = () => false,
): Generator<Child> {
  if ('record' in container) {
    const { segment, offset, record } = container;
    const { records } = segmentOf(segments, container);
    const end = nextAt(records, record);
    for (let at = record + size; at < end; at = nextAt(records, at))
      yield { segment, record: at, offset, frame: undefined };
    return;
  }
  let { segment, offset } = container.at;
  let at = container.at.record + size;
  let frames = 0;
  while (segment < segments.length) {
    const { length, records, isPlain, spine } = segmentOf(segments, { segment });
    if (at >= records.length || (at === 0 && isPlain && passOver(-(spine[0] ?? 0), offset + length))) {
      [segment, at, offset] = [segment + 1, 0, offset + length];
      continue;
    }
    const kind = kindAt(records, at);
    if (kind === Kind.close) return;
    const candidate = container.inner[frames];
    const value = kind === Kind.key ? valueOfKey(records, at) : at;
    const frame = candidate?.at.segment === segment && candidate.at.record === value ? candidate : undefined;
    yield { segment, record: at, offset, frame };
    if (frame === undefined) at = nextAt(records, at);
    else {
      // On behind its end; without one, all that follows is in it.
      if (frame.closedAt === undefined) return;
      ({ segment, offset } = frame.closedAt);
      at = frame.closedAt.record + size;
      frames += 1;
    }
  }
}

/** The items of an array from an index on, without a look at the segments that hold nothing but those before it. */
export function* itemsFrom(segments: Segments, array: Frame | Child, first: number): Generator<Child> {
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
export function itemAt(segments: Segments, array: Frame | Child, offset: number): number | undefined {
  let index = 0;
  const passOver = (items: number, end: number) => {
    // Where the text ends, so may an item.
    if (end < offset) index += items;
    return end < offset;
  };
  for (const child of childrenOf(segments, array, passOver)) {
    const { records } = segmentOf(segments, child);
    const end = child.frame?.end ?? child.offset + endAt(records, child.record);
    if (end >= offset) return child.offset + startAt(records, child.record) <= offset ? index : undefined;
    index += 1;
  }
  return undefined;
}

/** The items that touch a span, each with its index, without a look at the segments before it. */
export function itemsIn(segments: Segments, array: Frame | Child, { start, end }: Span): (readonly [number, Child])[] {
  const items: [number, Child][] = [];
  let index = 0;
  const passOver = (count: number, segmentEnd: number) => {
    if (segmentEnd < start) index += count;
    return segmentEnd < start;
  };
  for (const item of childrenOf(segments, array, passOver)) {
    const { records } = segmentOf(segments, item);
    if (item.offset + startAt(records, item.record) > end) break;
    if ((item.frame?.end ?? item.offset + endAt(records, item.record)) >= start) items.push([index, item]);
    index += 1;
  }
  return items;
}

export function segmentOf(segments: Segments, { segment }: Pick<Place, 'segment'>): Segment {
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
