/** Nodes of a document, made of its records when they are asked for, and the plain values that they stand for. */
import type { JsonDocument } from './document.js';
import type { Child, Segments } from './children.js';
import { childrenOf, countOf, firstOf, itemAt, itemsFrom, itemsIn, segmentOf } from './children.js';
import { draftIn } from './draft.js';
import type { Frame } from './frames.js';
import type { ArrayNode, JsonNode, ObjectNode, PropertyNode, Span } from './nodes.js';
import { endAt, isContainer, Kind, kindAt, startAt, valueOfKey } from './records.js';
import type { Segment } from './segment.js';
import { setOwn } from './plain.js';
import { stringAt } from './tokens.js';

export function rootOf({ segments, frames }: Pick<JsonDocument, 'segments' | 'frames'>): JsonNode | undefined {
  const root = firstOf(childrenOf(segments, frames));
  return root && nodeOf(segments, root);
}

/** The value of a record that does not go on beyond its segment; offsets from the segment's start. */
export function nodeIn(segment: Segment, record: number): JsonNode {
  return nodeOf([segment], { segment: 0, record, offset: 0, frame: undefined });
}

/** Its plain value, in which properties that are half typed are there, and undefined. */
export function draftOf(node: JsonNode): unknown {
  return node.kind === 'object' || node.kind === 'array' ? plainOf(node, () => true) : node.value;
}

/** A container that goes on beyond a segment. */
export function nodeOfFrame(segments: Segments, frame: Frame): JsonNode {
  return nodeOf(segments, { ...frame.at, frame });
}

/** The scalar behind a key of the body; undefined when there is none. */
export function scalarAt(
  segments: Segments,
  document: Frame,
  key: string,
): string | number | boolean | null | undefined {
  const body = firstOf(childrenOf(segments, document));
  const value = body && valueBehind(segments, body, key);
  const node = value && nodeOf(segments, value);
  return node === undefined || node.kind === 'object' || node.kind === 'array' ? undefined : node.value;
}

/** How many items the array at a path has, found without making nodes; undefined when there is none. */
export function lengthAt(segments: Segments, document: Frame, keys: readonly string[]): number | undefined {
  const array = arrayAt(segments, document, keys);
  return array && (array.frame?.items ?? countOf(childrenOf(segments, array)));
}

/** The plain values of the objects and arrays in the array at a path, in which properties that are half typed are undefined. */
export function* valuesAt(segments: Segments, document: Frame, keys: readonly string[]): Generator {
  const array = arrayAt(segments, document, keys);
  if (array === undefined) return;
  for (const item of childrenOf(segments, array.frame ?? array)) {
    const segment = segmentOf(segments, item);
    if (item.frame !== undefined) yield draftOf(nodeOf(segments, item));
    else if (isContainer(kindAt(segment.records, item.record))) yield draftIn(segment, item.record);
  }
}

function arrayAt(segments: Segments, document: Frame, keys: readonly string[]): Child | undefined {
  let value: Child | undefined = firstOf(childrenOf(segments, document));
  for (const key of keys) value = value && valueBehind(segments, value, key);
  return value && kindAt(segmentOf(segments, value).records, value.record) === Kind.array ? value : undefined;
}

/** The value behind the last key of that name. */
function valueBehind(segments: Segments, object: Child, name: string): Child | undefined {
  let found: Child | undefined;
  if (kindAt(segmentOf(segments, object).records, object.record) !== Kind.object) return undefined;
  for (const { segment, record, offset, frame } of childrenOf(segments, object.frame ?? object)) {
    const { text, records } = segmentOf(segments, { segment });
    if (kindAt(records, record) !== Kind.key || stringAt(text, records, record) !== name) continue;
    const behind = valueOfKey(records, record);
    found = behind === undefined ? undefined : { segment, record: behind, offset, frame };
  }
  return found;
}

function nodeOf(segments: Segments, child: Child): JsonNode {
  const { offset, record, frame } = child;
  const { text, records } = segmentOf(segments, child);
  const from = startAt(records, record);
  const to = endAt(records, record);
  const span = { start: offset + from, end: frame?.end ?? offset + to };
  switch (kindAt(records, record)) {
    case Kind.object:
      return objectNode(span, () => propertiesOf(segments, child));
    case Kind.array:
      return arrayNode(span, {
        children: () => childrenOf(segments, frame ?? child),
        within: (part) => itemsIn(segments, frame ?? child, part),
        from: (index) => itemsFrom(segments, frame ?? child, index),
        at: (offset) => itemAt(segments, frame ?? child, offset),
        node: (item) => nodeOf(segments, item),
        count: () => frame?.items ?? countOf(childrenOf(segments, child)),
      });
    case Kind.string:
      return { kind: 'string', ...span, value: stringAt(text, records, record) };
    case Kind.number:
      return { kind: 'number', ...span, value: Number(text.slice(from, to)) };
    case Kind.true:
      return { kind: 'boolean', ...span, value: true };
    case Kind.false:
      return { kind: 'boolean', ...span, value: false };
    case Kind.null:
      return { kind: 'null', ...span, value: null };
    default:
      return { kind: 'invalid', ...span, value: undefined };
  }
}

function objectNode(span: Span, makeProperties: () => readonly PropertyNode[]): ObjectNode {
  const properties = once(makeProperties);
  const byKey = once(() => new Map(properties().map((property) => [property.key.value, property])));
  const node: ObjectNode = {
    kind: 'object',
    ...span,
    get properties() {
      return properties();
    },
    get byKey() {
      return byKey();
    },
    get value() {
      return value() as ObjectNode['value'];
    },
  };
  const value = once(() => plainOf(node, hasValue));
  return node;
}

interface Items {
  readonly children: () => Iterable<Child>;
  readonly within: (span: Span) => readonly (readonly [number, Child])[];
  /** From an index on. */
  readonly from: (index: number) => Iterable<Child>;
  readonly at: (offset: number) => number | undefined;
  readonly node: (child: Child) => JsonNode;
  readonly count: () => number;
}

function arrayNode(span: Span, items: Items): ArrayNode {
  /** Those that were made alone: the same item is always the same node. */
  const single = new Map<number, JsonNode>();
  let all: readonly JsonNode[] | undefined;
  const nodeAt = (index: number, child: Child): JsonNode => {
    const item = single.get(index) ?? items.node(child);
    single.set(index, item);
    return item;
  };
  const node: ArrayNode = {
    kind: 'array',
    ...span,
    get items() {
      all ??= Array.from(items.children(), (child, index) => single.get(index) ?? items.node(child));
      return all;
    },
    slice(from, to) {
      if (all !== undefined) return all.slice(Math.max(0, from), Math.max(0, to));
      const made: JsonNode[] = [];
      let index = Math.max(0, from);
      if (index >= to) return made;
      for (const child of items.from(index)) {
        made.push(nodeAt(index, child));
        index += 1;
        if (index >= to) break;
      }
      return made;
    },
    itemsIn: (part) => items.within(part).map(([index, child]) => ({ index, node: nodeAt(index, child) })),
    indexAt: items.at,
    get length() {
      return items.count();
    },
    get value() {
      return value() as ArrayNode['value'];
    },
  };
  const value = once(() => plainOf(node, hasValue));
  return node;
}

function propertiesOf(segments: Segments, object: Child): PropertyNode[] {
  const properties: PropertyNode[] = [];
  for (const { segment, record, offset, frame } of childrenOf(segments, object.frame ?? object)) {
    const { text, records } = segmentOf(segments, { segment });
    // A value without a key is in no property.
    if (kindAt(records, record) !== Kind.key) continue;
    const behind = valueOfKey(records, record);
    const node = behind === undefined ? undefined : nodeOf(segments, { segment, record: behind, offset, frame });
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
