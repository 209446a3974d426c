/**
 * Nodes of a document, made of its records when they are asked for, and so are their items, properties and values. Offsets
 * count UTF-16 units from the start of the text; `end` is exclusive. Nodes know nothing of targeting.
 */
import type { Property, Segments } from './children.js';
import { itemsOf, propertiesOf, segmentOf } from './children.js';
import { scalarAt, valueOf } from './plainData.js';
import { endAt, Kind, kindAt, startAt } from './records.js';
import type { SegmentContent } from './segment.js';
import { Segment } from './segment.js';
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

export function rootOf(segments: Segments, document: SpanningContainer): JsonNode | undefined {
  const [root] = itemsOf(segments, document.at);
  return root && nodeOf(segments, root);
}

/** A value that is whole in a segment, with its place there. */
export function nodeIn(content: SegmentContent, record: number): JsonNode {
  return nodeOf([new Segment(content, undefined)], { segment: 0, record, offset: 0, spanning: undefined });
}

export function nodeOf(segments: Segments, child: Child): JsonNode {
  const { offset, record, spanning } = child;
  const segment = segmentOf(segments, child);
  const { records } = segment;
  const start = offset + startAt(records, record);
  const end = spanning?.end ?? offset + endAt(records, record);
  const kind = kindAt(records, record);
  if (kind === Kind.object) return new ObjectNode(start, end, segments, child);
  if (kind === Kind.array) return new ArrayNode(start, end, segments, child);
  const value = scalarAt(segment, record);
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
    protected readonly segments: Segments,
    protected readonly child: Child,
  ) {}

  /** The segment that holds all of it, with its record there; undefined where it goes on beyond one. */
  get held(): { readonly content: SegmentContent; readonly record: number } | undefined {
    const { segments, child } = this;
    return child.spanning === undefined
      ? { content: segmentOf(segments, child).content, record: child.record }
      : undefined;
  }
}

export class ObjectNode extends Container {
  readonly kind = 'object';
  #properties: readonly PropertyNode[] | undefined;
  #byKey: ReadonlyMap<string, PropertyNode> | undefined;

  get properties(): readonly PropertyNode[] {
    const { segments, child } = this;
    this.#properties ??= propertiesOf(segments, child).map((each) => propertyOf(segments, each));
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
    return valueOf(this.segments, this.child) as Readonly<Record<string, unknown>>;
  }
}

/** A list may be long: there is much that it tells without making all of its items. */
export class ArrayNode extends Container {
  readonly kind = 'array';
  #items: readonly JsonNode[] | undefined;

  get items(): readonly JsonNode[] {
    const { segments, child } = this;
    this.#items ??= Array.from(itemsOf(segments, child), (item) => nodeOf(segments, item));
    return this.#items;
  }

  get length(): number {
    return this.child.spanning?.items ?? this.items.length;
  }

  get value(): readonly unknown[] {
    return valueOf(this.segments, this.child) as readonly unknown[];
  }

  /** The items from an index up to another. */
  slice(from: number, to: number): readonly JsonNode[] {
    // One that is whole in a segment is short.
    if (this.#items !== undefined || this.child.spanning === undefined)
      return this.items.slice(Math.max(0, from), Math.max(0, to));
    const made: JsonNode[] = [];
    for (const item of itemsOf(this.segments, this.child, (indexBehind) => indexBehind <= from)) {
      if (item.index >= to) break;
      if (item.index >= from) made.push(nodeOf(this.segments, item));
    }
    return made;
  }

  /** The items that a span has in it or touches. */
  itemsIn({ start, end }: Span): readonly { readonly index: number; readonly node: JsonNode }[] {
    const found = [];
    for (const item of itemsOf(this.segments, this.child, (_index, segmentEnd) => segmentEnd < start)) {
      const node = nodeOf(this.segments, item);
      if (node.start > end) break;
      if (node.end >= start) found.push({ index: item.index, node });
    }
    return found;
  }
}

function propertyOf(segments: Segments, { key: { record, offset, segment }, value }: Property): PropertyNode {
  const { text, records } = segmentOf(segments, { segment });
  const node = value && nodeOf(segments, value);
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
