/** What is in a container, as places of records: found step by step, and without a look at long lists before it. */
import { Kind, kindAt, nextAt, size, valueOfKey } from './records.js';
import type { Chunk } from './chunk.js';
import type { Child, RecordPosition, SpanningContainer } from './spanningContainers.js';

export type Chunks = readonly Chunk[];

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
export function propertiesOf(chunks: Chunks, object: Child): readonly Property[] {
  const properties: Property[] = [];
  for (const key of itemsOf(chunks, object)) {
    const { chunk, offset, spanning } = key;
    const { records } = chunkOf(chunks, key);
    if (kindAt(records, key.record) !== Kind.key) continue;
    const record = valueOfKey(records, key.record);
    properties.push({ key, value: record === undefined ? undefined : { chunk, record, offset, spanning } });
  }
  return properties;
}

/**
 * The values in an array, the keys in an object; in the document itself, its value.
 * @param passOver whether a chunk that holds nothing but items of the array may be left out, by the index of the item
 * behind it and its end
 */
export function itemsOf(
  chunks: Chunks,
  parent: Child,
  passOver: (indexBehind: number, end: number) => boolean = () => false,
): Iterable<Item> {
  return parent.spanning === undefined
    ? itemsInChunk(chunks, parent)
    : itemsOfSpanning(chunks, parent, parent.spanning, passOver);
}

/** A list, as most are short, and made of one chunk. */
function itemsInChunk(chunks: Chunks, { chunk, record, offset }: Child): readonly Item[] {
  const { records } = chunkOf(chunks, { chunk });
  const items: Item[] = [];
  const end = nextAt(records, record);
  for (let at = record + size; at < end; at = nextAt(records, at))
    items.push({ chunk, record: at, offset, spanning: undefined, index: items.length });
  return items;
}

function* itemsOfSpanning(
  chunks: Chunks,
  { chunk, record, offset }: Child,
  container: SpanningContainer,
  passOver: (indexBehind: number, end: number) => boolean,
): Generator<Item> {
  let at = record + size;
  let index = 0;
  let met = 0;
  while (chunk < chunks.length) {
    const { length, records, holdsWholeItems, spanningRecords } = chunkOf(chunks, { chunk });
    const isPassed = at === 0 && holdsWholeItems && passOver(index - (spanningRecords[0] ?? 0), offset + length);
    if (at >= records.length || isPassed) {
      if (isPassed) index -= spanningRecords[0] ?? 0;
      [chunk, at, offset] = [chunk + 1, 0, offset + length];
      continue;
    }
    const kind = kindAt(records, at);
    if (kind === Kind.close) return;
    const candidate = container.inner[met];
    const value = kind === Kind.key ? valueOfKey(records, at) : at;
    const spanning = candidate?.at.chunk === chunk && candidate.at.record === value ? candidate : undefined;
    yield { chunk, record: at, offset, spanning, index };
    index += 1;
    if (spanning === undefined) at = nextAt(records, at);
    else {
      // On behind its end; without one, all that follows is in it.
      if (spanning.closedAt === undefined) return;
      ({ chunk, offset } = spanning.closedAt);
      at = spanning.closedAt.record + size;
      met += 1;
    }
  }
}

export function chunkOf(chunks: Chunks, { chunk }: Pick<RecordPosition, 'chunk'>): Chunk {
  const found = chunks[chunk];
  if (found === undefined) throw new RangeError(`No chunk ${chunk}.`);
  return found;
}
