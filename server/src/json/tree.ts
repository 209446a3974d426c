/** Nodes of a document, made of its records when they are asked for, and the plain values that they stand for. */
import type { Child, Segments } from './children.js';
import { childrenOf, countOf, firstOf, itemAt, itemsFrom, itemsIn, segmentOf } from './children.js';
import type { SpanningContainer } from './spanningContainers.js';
import type { ArrayNode, Item, JsonNode, ObjectNode, PropertyNode, Span } from './nodes.js';
import { endAt, Kind, kindAt, startAt, valueOfKey } from './records.js';
import { setOwn } from './plain.js';
import { stringAt } from './tokens.js';

export function rootOf(segments: Segments, document: SpanningContainer): JsonNode | undefined {
  const root = firstOf(childrenOf(segments, document));
  return root && nodeOf(segments, root);
}

/** Its plain value, in which properties that are half typed are there, and undefined. */
export function draftOf(node: JsonNode): unknown {
  return node.kind === 'object' || node.kind === 'array' ? plainOf(node, () => true) : node.value;
}

/** A container that goes on beyond a segment. */
export function nodeOfSpanning(segments: Segments, spanning: SpanningContainer): JsonNode {
  return nodeOf(segments, { ...spanning.at, spanning });
}

export function nodeOf(segments: Segments, child: Child): JsonNode {
  const { offset, record, spanning } = child;
  const { text, records } = segmentOf(segments, child);
  const [from, to] = [startAt(records, record), endAt(records, record)];
  const [start, end] = [offset + from, spanning?.end ?? offset + to];
  switch (kindAt(records, record)) {
    case Kind.object:
      return new TreeObject(start, end, segments, child);
    case Kind.array:
      return new TreeArray(start, end, segments, spanning ?? child);
    case Kind.string:
      return { kind: 'string', start, end, value: stringAt(text, records, record) };
    case Kind.number:
      return { kind: 'number', start, end, value: Number(text.slice(from, to)) };
    case Kind.true:
      return { kind: 'boolean', start, end, value: true };
    case Kind.false:
      return { kind: 'boolean', start, end, value: false };
    case Kind.null:
      return { kind: 'null', start, end, value: null };
    default:
      return { kind: 'invalid', start, end, value: undefined };
  }
}

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
    this.knownProperties ??= propertiesOf(this.segments, this.child);
    return this.knownProperties;
  }

  get byKey(): ReadonlyMap<string, PropertyNode> {
    this.knownByKey ??= new Map(this.properties.map((property) => [property.key.value, property]));
    return this.knownByKey;
  }

  get value(): ObjectNode['value'] {
    this.knownValue ??= plainOf(this, hasValue) as ObjectNode['value'];
    return this.knownValue;
  }
}

class TreeArray implements ArrayNode {
  readonly kind = 'array';
  /** Those that were made alone: the same item is always the same node. */
  private readonly single = new Map<number, JsonNode>();
  private knownItems: readonly JsonNode[] | undefined;
  private knownValue: readonly unknown[] | undefined;

  constructor(
    readonly start: number,
    readonly end: number,
    private readonly segments: Segments,
    private readonly container: SpanningContainer | Child,
  ) {}

  get items(): readonly JsonNode[] {
    const { segments, container, single } = this;
    this.knownItems ??= Array.from(
      childrenOf(segments, container),
      (child, index) => single.get(index) ?? nodeOf(segments, child),
    );
    return this.knownItems;
  }

  get length(): number {
    const { segments, container } = this;
    return 'items' in container ? container.items : countOf(childrenOf(segments, container));
  }

  get value(): readonly unknown[] {
    this.knownValue ??= plainOf(this, hasValue) as readonly unknown[];
    return this.knownValue;
  }

  slice(from: number, to: number): readonly JsonNode[] {
    if (this.knownItems !== undefined) return this.knownItems.slice(Math.max(0, from), Math.max(0, to));
    const made: JsonNode[] = [];
    let index = Math.max(0, from);
    if (index >= to) return made;
    for (const child of itemsFrom(this.segments, this.container, index)) {
      made.push(this.nodeAt(index, child));
      index += 1;
      if (index >= to) break;
    }
    return made;
  }

  itemsIn(part: Span): readonly Item[] {
    const items = itemsIn(this.segments, this.container, part);
    return items.map(([index, child]) => ({ index, node: this.nodeAt(index, child) }));
  }

  indexAt(offset: number): number | undefined {
    return itemAt(this.segments, this.container, offset);
  }

  private nodeAt(index: number, child: Child): JsonNode {
    const item = this.single.get(index) ?? nodeOf(this.segments, child);
    this.single.set(index, item);
    return item;
  }
}

function propertiesOf(segments: Segments, object: Child): PropertyNode[] {
  const properties: PropertyNode[] = [];
  for (const { segment, record, offset, spanning } of childrenOf(segments, object.spanning ?? object)) {
    const { text, records } = segmentOf(segments, { segment });
    // A value without a key is in no property.
    if (kindAt(records, record) !== Kind.key) continue;
    const behind = valueOfKey(records, record);
    const node = behind === undefined ? undefined : nodeOf(segments, { segment, record: behind, offset, spanning });
    const key = {
      start: offset + startAt(records, record),
      end: offset + endAt(records, record),
      value: stringAt(text, records, record),
    };
    const end = node?.end ?? offset + endOfColon(text, endAt(records, record));
    properties.push({ start: key.start, end, key, node });
  }
  return properties;
}

/** Of a property without a value: behind its colon, if there is one. */
function endOfColon(text: string, keyEnd: number): number {
  const colon = /[ \t\r\n]*:/y;
  colon.lastIndex = keyEnd;
  return colon.test(text) ? colon.lastIndex : keyEnd;
}

function hasValue({ node }: PropertyNode): boolean {
  return node !== undefined && node.kind !== 'invalid';
}

/** As JSON.parse gives it; without recursion, as no depth may overflow the stack. */
function plainOf(root: ObjectNode | ArrayNode, isKept: (property: PropertyNode) => boolean): unknown {
  const whole = emptyOf(root);
  const open: { readonly node: ObjectNode | ArrayNode; readonly plain: unknown[] | Record<string, unknown> }[] = [
    { node: root, plain: whole },
  ];
  const plain = (node: JsonNode): unknown => {
    if (node.kind !== 'object' && node.kind !== 'array') return node.value;
    const empty = emptyOf(node);
    open.push({ node, plain: empty });
    return empty;
  };
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, plain: target } = next;
    if (node.kind === 'array' && Array.isArray(target)) for (const item of node.items) target.push(plain(item));
    if (node.kind !== 'object' || Array.isArray(target)) continue;
    for (const property of node.properties) {
      const { key, node: value } = property;
      if (isKept(property)) setOwn(target, key.value, value && plain(value));
    }
  }
  return whole;
}

function emptyOf(node: ObjectNode | ArrayNode): unknown[] | Record<string, unknown> {
  return node.kind === 'array' ? [] : {};
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
