/** Nodes of a document, created on demand. Offsets are in UTF-16 code units; `end` is exclusive. */
import type { Tree } from './tree.js';
import { endOf } from './tree.js';
import { scalarAt, valueOf } from './plainData.js';
import { endAt, Kind, kindAt, keysIn, recordsIn, startAt, valueOfKey } from './read/records.js';
import { countBefore } from './search.js';
import { stringAt } from './read/tokens.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The keys and indexes that lead from the root to a value. */
export type Path = readonly (string | number)[];

export type JsonNode = ObjectNode | ArrayNode | ScalarNode | InvalidNode;

export interface PropertyNode extends Span {
  readonly key: Span & { readonly value: string };
  /** The value of the property; undefined if the property is incomplete. */
  readonly node: JsonNode | undefined;
}

export interface ScalarNode extends Span {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  readonly value: string | number | boolean | null;
}

/** Text that is not valid JSON, such as `tru` or `01`, in place of a value. It is reported as a syntax problem. */
interface InvalidNode extends Span {
  readonly kind: 'invalid';
  readonly value: undefined;
}

export function nodeOf(json: Tree, record: number): JsonNode {
  const { records } = json;
  const start = startAt(records, record);
  const kind = kindAt(records, record);
  const end = endOf(json, record);
  if (kind === Kind.object) return new ObjectNode(start, end, json, record);
  if (kind === Kind.array) return new ArrayNode(start, end, json, record);
  const value = scalarAt(json, record);
  return value === undefined
    ? { kind: 'invalid', start, end, value }
    : { kind: scalarKinds[typeof value] ?? 'null', start, end, value };
}

const scalarKinds: Readonly<Record<string, ScalarNode['kind']>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
};

/** A class, because V8 creates a hidden class for each literal object with getters. Spread copies lack the getters. */
class Container implements Span {
  constructor(
    readonly start: number,
    readonly end: number,
    protected readonly json: Tree,
    readonly record: number,
  ) {}
}

export class ObjectNode extends Container {
  readonly kind = 'object';
  #properties: readonly PropertyNode[] | undefined;
  #byKey: ReadonlyMap<string, PropertyNode> | undefined;

  get properties(): readonly PropertyNode[] {
    const { json, record } = this;
    this.#properties ??= keysIn(json.records, record).map((key) => propertyOf(json, key));
    return this.#properties;
  }

  /** The property with the key; the last such property if the key is repeated. */
  named(key: string): PropertyNode | undefined {
    const { properties } = this;
    // Most objects are small, and building a map takes longer than searching them.
    return properties.length > 16 ? this.byKey.get(key) : properties.findLast((property) => property.key.value === key);
  }

  get byKey(): ReadonlyMap<string, PropertyNode> {
    this.#byKey ??= new Map(this.properties.map((property) => [property.key.value, property]));
    return this.#byKey;
  }

  /** The plain value, as JSON.parse would return it. If a key is repeated, its last value is used. */
  get value(): Readonly<Record<string, unknown>> {
    return valueOf(this.json, this.record) as Readonly<Record<string, unknown>>;
  }
}

export class ArrayNode extends Container {
  readonly kind = 'array';
  #items: readonly JsonNode[] | undefined;

  get items(): readonly JsonNode[] {
    const { json, record } = this;
    this.#items ??= recordsIn(json.records, record).map((item) => nodeOf(json, item));
    return this.#items;
  }

  get length(): number {
    return this.items.length;
  }

  get value(): readonly unknown[] {
    return valueOf(this.json, this.record) as readonly unknown[];
  }

  /** The items that overlap or touch the span. */
  itemsIn({ start, end }: Span): readonly { readonly index: number; readonly node: JsonNode }[] {
    const first = countBefore(this.items, (item) => item.end < start);
    const behind = countBefore(this.items, (item) => item.start <= end);
    return this.items.slice(first, behind).map((node, index) => ({ index: first + index, node }));
  }
}

function propertyOf(json: Tree, record: number): PropertyNode {
  const { text, records } = json;
  const value = valueOfKey(records, record);
  const node = value === undefined ? undefined : nodeOf(json, value);
  const [start, end] = [startAt(records, record), endAt(records, record)];
  const key = { start, end, value: stringAt(text, records, record) };
  return { start, end: node?.end ?? endOfColon(text, end), key, node };
}

/** Offset at the end of the colon after a key, or at the end of the key if the colon is missing. */
function endOfColon(text: string, keyEnd: number): number {
  const colon = /[ \t\r\n]*:/y;
  colon.lastIndex = keyEnd;
  return colon.test(text) ? colon.lastIndex : keyEnd;
}
