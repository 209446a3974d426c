/**
 * The containers that go on beyond a chunk: the body, its content, long lists and what is around them. Few, so they
 * can be looked through whole after every edit.
 */
import { endAt, Kind, kindAt, size, startAt } from './records.js';
import type { OpenContainer, Chunk } from './chunk.js';

/** A record, and the chunk that it is in. */
export interface RecordPosition {
  readonly chunk: number;
  readonly record: number;
  /** Where the chunk begins. */
  readonly offset: number;
}

/** A value or a key in a container. */
export interface Child extends RecordPosition {
  /** There when the value, or the one behind the key, goes on beyond its chunk. */
  readonly spanning: SpanningContainer | undefined;
}

/** Of the very many containers of a deep text. */
const none: never[] = [];

export class SpanningContainer {
  /** Its own record; of the document itself, the one before the first. */
  readonly at: Child;
  closedAt: RecordPosition | undefined;
  keys: readonly RecordPosition[] = none;
  /** How many values are in it; of use for arrays. */
  items = 0;
  /** Those in it that span chunks as well, in order. */
  inner: readonly SpanningContainer[] = none;

  /** @param end where the text ends, until it is known where the container is closed */
  constructor(
    readonly kind: OpenContainer['kind'],
    { chunk, record, offset }: RecordPosition,
    readonly up: SpanningContainer | undefined,
    readonly start: number,
    public end: number,
  ) {
    this.at = { chunk, record, offset, spanning: this };
  }
}

/** The document itself, and in it all others. */
export function spanningContainersIn(chunks: readonly Chunk[], length: number): SpanningContainer {
  const document = new SpanningContainer(Kind.document, { chunk: 0, record: -size, offset: 0 }, undefined, 0, length);
  let top = document;
  let offset = 0;
  chunks.forEach((chunk, index) => {
    for (const record of chunk.spanningRecords) {
      if (record < 0) top.items -= record;
      else top = next(top, chunk, { chunk: index, record, offset }, length);
    }
    offset += chunk.length;
  });
  return document;
}

function next(top: SpanningContainer, { records }: Chunk, at: RecordPosition, length: number): SpanningContainer {
  const kind = kindAt(records, at.record);
  switch (kind) {
    case Kind.key:
      top.keys = grown(top.keys, at);
      return top;
    case Kind.close:
      top.closedAt = at;
      top.end = at.offset + endAt(records, at.record);
      return top.up ?? top;
    case Kind.object:
    case Kind.array: {
      const inner = new SpanningContainer(kind, at, top, at.offset + startAt(records, at.record), length);
      top.inner = grown(top.inner, inner);
      return inner;
    }
    default:
      throw new Error('Only containers, keys and ends span chunks.');
  }
}

/** The list itself, or the first one: a list that is made with its one item has no room for sixteen more. */
function grown<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item];
  (list as T[]).push(item);
  return list;
}
