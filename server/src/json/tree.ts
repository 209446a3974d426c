/** Nodes of a document, made of its records when they are asked for. */
import type { Property, Segments } from './children.js';
import { itemsOf, propertiesOf, segmentOf } from './children.js';
import type { ArrayNode, ItemNode, JsonNode, ObjectNode, PropertyNode, ScalarNode, Span } from './nodes.js';
import { scalarAt, valueOf } from './plainData.js';
import { endAt, Kind, kindAt, startAt } from './records.js';
import type { SegmentContent } from './segment.js';
import { Segment } from './segment.js';
import type { Child, SpanningContainer } from './spanningContainers.js';
import { stringAt } from './tokens.js';

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
  if (kind === Kind.object) return new TreeObject(start, end, segments, child);
  if (kind === Kind.array) return new TreeArray(start, end, segments, child);
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

/** Classes, as V8 keeps a shape of its own of each object literal with getters. `{...node}` lacks what is a getter. */
class TreeObject implements ObjectNode {
  readonly kind = 'object';
  private knownProperties: readonly PropertyNode[] | undefined;
  private knownByKey: ReadonlyMap<string, PropertyNode> | undefined;
  private knownValue: ObjectNode['value'] | undefined;

  constructor(
    readonly start: number,
    readonly end: number,
    private readonly segments: Segments,
    private readonly child: Child,
  ) {}

  get properties(): readonly PropertyNode[] {
    const { segments, child } = this;
    this.knownProperties ??= Array.from(propertiesOf(segments, child), (each) => propertyOf(segments, each));
    return this.knownProperties;
  }

  get byKey(): ReadonlyMap<string, PropertyNode> {
    this.knownByKey ??= new Map(this.properties.map((property) => [property.key.value, property]));
    return this.knownByKey;
  }

  get value(): ObjectNode['value'] {
    this.knownValue ??= valueOf(this.segments, this.child) as ObjectNode['value'];
    return this.knownValue;
  }
}

class TreeArray implements ArrayNode {
  readonly kind = 'array';
  private knownItems: readonly JsonNode[] | undefined;
  private knownValue: readonly unknown[] | undefined;

  constructor(
    readonly start: number,
    readonly end: number,
    private readonly segments: Segments,
    private readonly child: Child,
  ) {}

  get items(): readonly JsonNode[] {
    const { segments, child } = this;
    this.knownItems ??= Array.from(itemsOf(segments, child), (item) => nodeOf(segments, item));
    return this.knownItems;
  }

  get length(): number {
    return this.child.spanning?.items ?? this.items.length;
  }

  get value(): readonly unknown[] {
    this.knownValue ??= valueOf(this.segments, this.child) as readonly unknown[];
    return this.knownValue;
  }

  slice(from: number, to: number): readonly JsonNode[] {
    // One that is whole in a segment is short.
    if (this.knownItems !== undefined || this.child.spanning === undefined)
      return this.items.slice(Math.max(0, from), Math.max(0, to));
    const made: JsonNode[] = [];
    for (const item of itemsOf(this.segments, this.child, (indexBehind) => indexBehind <= from)) {
      if (item.index >= to) break;
      if (item.index >= from) made.push(nodeOf(this.segments, item));
    }
    return made;
  }

  itemsIn({ start, end }: Span): readonly ItemNode[] {
    const found: ItemNode[] = [];
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
