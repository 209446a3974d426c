/**
 * Nodes of a document, made of its records when they are asked for, and so are their items, properties and values. Offsets
 * count UTF-16 units from the start of the text; `end` is exclusive. Nodes know nothing of targeting.
 */
import type { Property, Chunks } from './children.js';
import { itemsOf, propertiesOf, chunkOf } from './children.js';
import { scalarAt, valueOf } from './plainData.js';
import { endAt, Kind, kindAt, startAt } from './records.js';
import type { ChunkContent } from './chunk.js';
import { Chunk } from './chunk.js';
import type { Child, SpanningContainer } from './spanningContainers.js';
import { stringAt } from './tokens.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A key or an index, from the root down to a value. */
export type Path = readonly (string | number)[];

export type JsonNode = ObjectNode | ArrayNode | ScalarNode | InvalidNode;

export interface PropertyNode extends Span {
  readonly key: Span & { readonly value: string };
  /** Absent while the property is half typed. */
  readonly node: JsonNode | undefined;
}

export interface ScalarNode extends Span {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  readonly value: string | number | boolean | null;
}

/** Text where a value should stand that is no JSON value (`tru`, `01`); the syntax problem says so. */
interface InvalidNode extends Span {
  readonly kind: 'invalid';
  readonly value: undefined;
}

export function rootOf(chunks: Chunks, document: SpanningContainer): JsonNode | undefined {
  const [root] = itemsOf(chunks, document.at);
  return root && nodeOf(chunks, root);
}

/** A value that is whole in a chunk, with its place there. */
export function nodeIn(content: ChunkContent, record: number): JsonNode {
  return nodeOf([new Chunk(content, undefined)], { chunk: 0, record, offset: 0, spanning: undefined });
}

export function nodeOf(chunks: Chunks, child: Child): JsonNode {
  const { offset, record, spanning } = child;
  const chunk = chunkOf(chunks, child);
  const { records } = chunk;
  const start = offset + startAt(records, record);
  const end = spanning?.end ?? offset + endAt(records, record);
  const kind = kindAt(records, record);
  if (kind === Kind.object) return new ObjectNode(start, end, chunks, child);
  if (kind === Kind.array) return new ArrayNode(start, end, chunks, child);
  const value = scalarAt(chunk, record);
  return value === undefined
    ? { kind: 'invalid', start, end, value }
    : { kind: scalarKinds[typeof value] ?? 'null', start, end, value };
}

const scalarKinds: Readonly<Record<string, ScalarNode['kind']>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
};

/** A class, as V8 keeps a shape of its own of each object literal with getters. `{...node}` lacks what is a getter. */
class Container implements Span {
  constructor(
    readonly start: number,
    readonly end: number,
    protected readonly chunks: Chunks,
    protected readonly child: Child,
  ) {}

  /** The chunk that holds all of it, with its record there; undefined where it goes on beyond one. */
  get held(): { readonly content: ChunkContent; readonly record: number } | undefined {
    const { chunks, child } = this;
    return child.spanning === undefined ? { content: chunkOf(chunks, child).content, record: child.record } : undefined;
  }
}

export class ObjectNode extends Container {
  readonly kind = 'object';
  #properties: readonly PropertyNode[] | undefined;
  #byKey: ReadonlyMap<string, PropertyNode> | undefined;

  get properties(): readonly PropertyNode[] {
    const { chunks, child } = this;
    this.#properties ??= propertiesOf(chunks, child).map((each) => propertyOf(chunks, each));
    return this.#properties;
  }

  /** Of a key that stands twice, the last. */
  named(key: string): PropertyNode | undefined {
    const { properties } = this;
    // Most objects have a few properties: a map takes longer to make than to look through them.
    return properties.length > 16 ? this.byKey.get(key) : properties.findLast((property) => property.key.value === key);
  }

  /** Of a key that stands twice, the last. */
  get byKey(): ReadonlyMap<string, PropertyNode> {
    this.#byKey ??= new Map(this.properties.map((property) => [property.key.value, property]));
    return this.#byKey;
  }

  /** As JSON.parse would give it: of a key that stands twice, the last value. */
  get value(): Readonly<Record<string, unknown>> {
    return valueOf(this.chunks, this.child) as Readonly<Record<string, unknown>>;
  }
}

/** A list may be long: there is much that it tells without making all of its items. */
export class ArrayNode extends Container {
  readonly kind = 'array';
  #items: readonly JsonNode[] | undefined;
  /** The items that `item` has made, so that a long one is not read again for each question about it. */
  readonly #made = new Map<number, JsonNode | undefined>();

  get items(): readonly JsonNode[] {
    const { chunks, child } = this;
    this.#items ??= Array.from(itemsOf(chunks, child), (item) => nodeOf(chunks, item));
    return this.#items;
  }

  get length(): number {
    return this.child.spanning?.items ?? this.items.length;
  }

  get value(): readonly unknown[] {
    return valueOf(this.chunks, this.child) as readonly unknown[];
  }

  item(index: number): JsonNode | undefined {
    if (!this.#made.has(index)) this.#made.set(index, this.slice(index, index + 1)[0]);
    return this.#made.get(index);
  }

  /** The items from an index up to another. */
  slice(from: number, to: number): readonly JsonNode[] {
    // One that is whole in a chunk is short.
    if (this.#items !== undefined || this.child.spanning === undefined)
      return this.items.slice(Math.max(0, from), Math.max(0, to));
    const made: JsonNode[] = [];
    for (const item of itemsOf(this.chunks, this.child, (indexBehind) => indexBehind <= from)) {
      if (item.index >= to) break;
      if (item.index >= from) made.push(nodeOf(this.chunks, item));
    }
    return made;
  }

  /** The items that a span has in it or touches. */
  itemsIn({ start, end }: Span): readonly { readonly index: number; readonly node: JsonNode }[] {
    const found = [];
    for (const item of itemsOf(this.chunks, this.child, (_index, chunkEnd) => chunkEnd < start)) {
      const node = nodeOf(this.chunks, item);
      if (node.start > end) break;
      if (node.end >= start) found.push({ index: item.index, node });
    }
    return found;
  }
}

function propertyOf(chunks: Chunks, { key: { record, offset, chunk }, value }: Property): PropertyNode {
  const { text, records } = chunkOf(chunks, { chunk });
  const node = value && nodeOf(chunks, value);
  const [from, to] = [startAt(records, record), endAt(records, record)];
  const key = { start: offset + from, end: offset + to, value: stringAt(text, records, record) };
  return { start: key.start, end: node?.end ?? offset + endOfColon(text, to), key, node };
}

/** Of a property without a value: behind its colon, if there is one. */
function endOfColon(text: string, keyEnd: number): number {
  const colon = /[ \t\r\n]*:/y;
  colon.lastIndex = keyEnd;
  return colon.test(text) ? colon.lastIndex : keyEnd;
}
