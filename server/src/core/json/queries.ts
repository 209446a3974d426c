/** Converts between paths and places in a document. A missing path is converted to the nearest enclosing place. */
import type { Range } from 'vscode-languageserver-types';
import type { ArrayNode, JsonNode, Path, PropertyNode, ScalarNode, Span } from './nodes.js';
import type { JsonDocument } from './document.js';
import { countBefore } from './search.js';

/** A place in a document. `path` leads to the value or, in a gap between members, to the container. */
export interface Place {
  readonly path: Path;
  readonly at: 'key' | 'value' | 'gap';
  readonly span: Span;
}

export function spanOf(json: JsonDocument, { start, end }: Range): Span {
  return { start: json.offsetAt(start), end: json.offsetAt(end) };
}

export function rangeIn(json: JsonDocument, { start, end }: Span): Range {
  return { start: json.positionAt(start), end: json.positionAt(end) };
}

/** The property with the key; if the key is repeated, the last such property, as in JSON.parse. */
export function propertyNamed(node: JsonNode | undefined, key: string): PropertyNode | undefined {
  return node?.kind === 'object' ? node.named(key) : undefined;
}

export function textNamed(node: JsonNode | undefined, key: string): string | undefined {
  const value = child(node, key)?.value;
  return typeof value === 'string' ? value : undefined;
}

export function listNamed(node: JsonNode | undefined, key: string): ArrayNode | undefined {
  const list = child(node, key);
  return list?.kind === 'array' ? list : undefined;
}

export function isScalar(node: JsonNode | undefined): node is ScalarNode {
  return node !== undefined && node.kind !== 'object' && node.kind !== 'array' && node.kind !== 'invalid';
}

export function nodeAt(document: JsonDocument, path: Path): JsonNode | undefined {
  let node = document.root;
  for (const step of path) node = child(node, step);
  return node;
}

/** The span of a value or its key; if the value does not exist, the span of the nearest enclosing value. */
export function spanAt(document: JsonDocument, path: Path, at: 'key' | 'value'): Span {
  return document.root === undefined ? { start: 0, end: document.text.length } : spanFrom(document.root, path, at);
}

/** Like `spanAt`, but with a path that begins at a node. */
export function spanFrom(root: JsonNode, path: Path, at: 'key' | 'value'): Span {
  let node: JsonNode = root;
  let span: Span = root;
  for (const [index, step] of path.entries()) {
    const property = typeof step === 'string' ? propertyNamed(node, step) : undefined;
    if (property !== undefined && at === 'key' && index === path.length - 1) return property.key;
    const next = child(node, step);
    if (next === undefined) return property?.key ?? span;
    node = next;
    span = next;
  }
  return span;
}

/** Converts a JSON pointer (RFC 6901), such as ajv's `instancePath`, to a path. */
export function pathOfPointer(document: JsonDocument, pointer: string): Path {
  const path: (string | number)[] = [];
  let node = document.root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = node?.kind === 'array' ? Number(key) : key;
    path.push(step);
    node = child(node, step);
  }
  return path;
}

/** @param offset in UTF-16 code units; the end of a value counts as inside the value */
export function placeAt(document: JsonDocument, offset: number): Place {
  const path: (string | number)[] = [];
  let node = document.root && contains(document.root, offset) ? document.root : undefined;
  while (node !== undefined) {
    if (node.kind === 'array') {
      const [item] = node.itemsIn({ start: offset, end: offset });
      if (item === undefined) return { path, at: 'gap', span: node };
      path.push(item.index);
      ({ node } = item);
    } else if (node.kind === 'object') {
      const property = node.properties[indexAt(node.properties, offset) ?? -1];
      if (property === undefined) return { path, at: 'gap', span: node };
      path.push(property.key.value);
      if (contains(property.key, offset)) return { path, at: 'key', span: property.key };
      if (property.node === undefined || !contains(property.node, offset)) return { path, at: 'gap', span: property };
      node = property.node;
    } else return { path, at: 'value', span: node };
  }
  return { path, at: 'gap', span: { start: 0, end: document.text.length } };
}

/** @param spans sorted by offset */
export function indexAt(spans: readonly Span[], offset: number): number | undefined {
  const index = countBefore(spans, ({ end }) => end < offset);
  const found = spans[index];
  return found !== undefined && contains(found, offset) ? index : undefined;
}

export function child(node: JsonNode | undefined, step: string | number): JsonNode | undefined {
  if (typeof step === 'string') return propertyNamed(node, step)?.node;
  return node?.kind === 'array' && Number.isInteger(step) ? node.items[step] : undefined;
}

function contains(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}
