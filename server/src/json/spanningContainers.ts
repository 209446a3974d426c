/**
 * The containers that go on beyond a segment: the body, its content, long lists and what is around them. Few, so they
 * can be looked through whole after every edit.
 */
import { endAt, Kind, kindAt, size, startAt } from './records.js';
import type { Open, Segment } from './segment.js';

/** A record, and the segment that it is in. */
export interface Place {
  readonly segment: number;
  readonly record: number;
  /** Where the segment begins. */
  readonly offset: number;
}

export interface Frame {
  readonly kind: Open['kind'];
  /** Its own record; of the document itself, the one before the first. */
  readonly at: Place;
  readonly up: Frame | undefined;
  readonly start: number;
  /** Where the text ends, when it is not closed. */
  readonly end: number;
  readonly closedAt: Place | undefined;
  readonly keys: readonly Place[];
  /** How many values are in it; of use for arrays. */
  readonly items: number;
  /** Those in it that are frames, in order. */
  readonly inner: readonly Frame[];
}

type Draft = { -readonly [K in keyof Frame]: Frame[K] } & { keys: Place[]; inner: Draft[] };

/** Of the very many containers of a deep text. */
const none: never[] = [];

/** The document itself as a frame, and in it all others. */
export function framesOf(segments: readonly Segment[], length: number): Frame {
  const document = draft(Kind.document, { segment: 0, record: -size, offset: 0 }, undefined, 0, length);
  let top = document;
  let offset = 0;
  segments.forEach((segment, index) => {
    for (const record of segment.spine) {
      if (record < 0) top.items -= record;
      else top = next(top, segment, { segment: index, record, offset }, length);
    }
    offset += segment.length;
  });
  return document;
}

function next(top: Draft, { records }: Segment, at: Place, length: number): Draft {
  const kind = kindAt(records, at.record);
  switch (kind) {
    case Kind.key:
      top.keys = grown(top.keys, at);
      return top;
    case Kind.close:
      top.closedAt = at;
      top.end = at.offset + endAt(records, at.record);
      return (top.up as Draft | undefined) ?? top;
    case Kind.object:
    case Kind.array: {
      const frame = draft(kind, at, top, at.offset + startAt(records, at.record), length);
      top.inner = grown(top.inner, frame);
      return frame;
    }
    default:
      throw new Error('A spine has containers, keys and ends alone.');
  }
}

function draft(kind: Frame['kind'], at: Place, up: Frame | undefined, start: number, end: number): Draft {
  return { kind, at, up, start, end, closedAt: undefined, keys: none, items: 0, inner: none };
}

/** The list itself, or the first one: a list that is made with its one item has no room for sixteen more. */
function grown<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}
