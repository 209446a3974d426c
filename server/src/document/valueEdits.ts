/**
 * The edits that make a value another one and leave all else as it is spelt: order of keys, indentation, numbers, and items
 * of lists wherever they go. For JSON without syntax problems.
 */
import type { JsonDocument } from './document.js';
import type { Edit } from './edits.js';
import { removalOfProperty } from './edits.js';
import type { ArrayNode, JsonNode, ObjectNode, Path } from './nodes.js';
import { asObject } from './plain.js';
import { nodeAt } from './queries.js';

/** @param keeps whether a property that the new value lacks stays; asked with the path to it */
export function valueEdits(
  document: JsonDocument,
  path: Path,
  value: unknown,
  keeps: (path: Path) => boolean,
): readonly Edit[] {
  const node = nodeAt(document, path);
  return node === undefined ? [] : new Change(document, keeps).edits(node, path, value);
}

class Change {
  private readonly text: string;
  private readonly unit: string;
  private readonly eol: string;

  constructor(
    private readonly document: JsonDocument,
    private readonly keeps: (path: Path) => boolean,
  ) {
    this.text = document.text;
    this.eol = /\r\n|\n|\r/.exec(this.text)?.[0] ?? '\n';
    this.unit = /^[^\S\r\n]+(?=\S)/m.exec(this.text)?.[0] ?? '  ';
  }

  edits(node: JsonNode, path: Path, value: unknown): Edit[] {
    if (same(node.value, value)) return [];
    const object = asObject(value);
    if (node.kind === 'object' && object !== undefined) return this.ofObject(node, path, object);
    if (node.kind === 'array' && Array.isArray(value)) return this.ofList(node, path, value);
    return [{ start: node.start, end: node.end, newText: this.written(value, node) }];
  }

  private ofObject(node: ObjectNode, path: Path, object: Readonly<Record<string, unknown>>): Edit[] {
    const gone = [...node.byKey.keys()].filter((key) => !Object.hasOwn(object, key) && !this.keeps([...path, key]));
    // Commas of neighbours that go together are not to be counted one by one.
    if (gone.length > 1 || (gone.length === 1 && Object.keys(object).some((key) => !node.byKey.has(key))))
      return this.rewritten(node, path, object, gone);
    const edits = gone.flatMap((key) => {
      const span = removalOfProperty(this.document, [...path, key]);
      return span === undefined ? [] : [{ ...span, newText: '' }];
    });
    for (const [key, inner] of Object.entries(object)) {
      const there = node.byKey.get(key)?.node;
      if (there !== undefined) edits.push(...this.edits(there, [...path, key], inner));
    }
    const come = Object.keys(object).filter((key) => !node.byKey.has(key));
    const last = node.properties.at(-1);
    if (come.length === 0) return edits;
    if (last === undefined) return [{ start: node.start, end: node.end, newText: this.written(object, node) }];
    const separator = `,${this.gapBefore(last.start)}`;
    const added = come.map((key) => `${separator}${JSON.stringify(key)}: ${this.written(object[key], last)}`);
    return [...edits, { start: last.end, end: last.end, newText: added.join('') }];
  }

  /** The whole object, in which what stays keeps its spelling. */
  private rewritten(
    node: ObjectNode,
    path: Path,
    object: Readonly<Record<string, unknown>>,
    gone: readonly string[],
  ): Edit[] {
    const [first] = node.properties;
    if (first === undefined) return [{ start: node.start, end: node.end, newText: this.written(object, node) }];
    const staying = node.properties.filter(({ key }) => !gone.includes(key.value));
    const texts = staying.map(({ key, node: inner, start, end }) => {
      const value = object[key.value];
      const changed =
        inner === undefined || !Object.hasOwn(object, key.value) ? [] : this.edits(inner, [...path, key.value], value);
      return this.withEdits(start, end, changed);
    });
    const come = Object.keys(object).filter((key) => !node.byKey.has(key));
    texts.push(...come.map((key) => `${JSON.stringify(key)}: ${this.written(object[key], first)}`));
    const newText = texts.join(`,${this.gapBefore(first.start)}`);
    return [this.trimmed(first.start, node.properties.at(-1)?.end ?? first.end, newText)];
  }

  private ofList(node: ArrayNode, path: Path, list: readonly unknown[]): Edit[] {
    const { items } = node;
    const [first] = items;
    if (first === undefined || list.length === 0)
      return [{ start: node.start, end: node.end, newText: this.written(list, node) }];
    const from = pairs(
      items.map(({ value }) => value),
      list,
    );
    const inPlace = items.length === list.length && from.every((index, at) => index === undefined || index === at);
    if (inPlace) return items.flatMap((item, index) => this.edits(item, [...path, index], list[index]));
    const texts = list.map((value, index) => {
      const item = items[from[index] ?? -1];
      if (item === undefined) return this.written(value, first);
      return this.withEdits(item.start, item.end, this.edits(item, [...path, from[index] ?? 0], value));
    });
    const second = items[1];
    const separator =
      second === undefined ? `,${this.gapBefore(first.start)}` : this.text.slice(first.end, second.start);
    return [this.trimmed(first.start, items.at(-1)?.end ?? first.end, texts.join(separator))];
  }

  private withEdits(start: number, end: number, edits: readonly Edit[]): string {
    let text = '';
    let at = start;
    for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
      text += this.text.slice(at, edit.start) + edit.newText;
      at = edit.end;
    }
    return text + this.text.slice(at, end);
  }

  /** Without what the old and the new text have in common at both ends. */
  private trimmed(start: number, end: number, newText: string): Edit {
    const old = this.text.slice(start, end);
    const shortest = Math.min(old.length, newText.length);
    let head = 0;
    while (head < shortest && old[head] === newText[head]) head += 1;
    let tail = 0;
    while (tail < shortest - head && old.at(-1 - tail) === newText.at(-1 - tail)) tail += 1;
    return { start: start + head, end: end - tail, newText: newText.slice(head, newText.length - tail) };
  }

  /** White space between what stands before an offset and it; a single blank where there is none. */
  private gapBefore(offset: number): string {
    const gap = /\s*$/.exec(this.text.slice(Math.max(0, offset - 1_000), offset))?.[0] ?? '';
    return gap.includes('\n') || gap.includes('\r') ? gap : ' ';
  }

  /** JSON, indented as the line is that it begins in; in one line where the file is. */
  private written(value: unknown, { start }: { readonly start: number }): string {
    if (!/[\r\n]/.test(this.text)) return inOneLine(value);
    const lineStart = Math.max(this.text.lastIndexOf('\n', start - 1), this.text.lastIndexOf('\r', start - 1)) + 1;
    const indentation = /^[^\S\r\n]*/.exec(this.text.slice(lineStart, start))?.[0] ?? '';
    return formatted(value, this.unit, this.eol + indentation);
  }
}

/** Small objects and lists of scalars stand in one line, as people write them. */
function formatted(value: unknown, unit: string, lineStart: string): string {
  const line = inOneLine(value);
  const object = asObject(value);
  const inner = Array.isArray(value) ? value : Object.values(object ?? {});
  const isFlat = inner.every((item: unknown) => typeof item !== 'object' || item === null);
  if (line.length <= 80 && (isFlat || inner.length === 0)) return line;
  const deeper = lineStart + unit;
  const parts = Array.isArray(value)
    ? value.map((item) => formatted(item, unit, deeper))
    : Object.entries(object ?? {}).map(([key, item]) => `${JSON.stringify(key)}: ${formatted(item, unit, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open ?? ''}${deeper}${parts.join(`,${deeper}`)}${lineStart}${close ?? ''}`;
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  const object = asObject(value);
  if (object === undefined) return JSON.stringify(value);
  const parts = Object.entries(object).map(([key, item]) => `${JSON.stringify(key)}: ${inOneLine(item)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** For each new item the index of the old one that it was made of: an equal one, else one of the same name, else the one in its place. */
function pairs(old: readonly unknown[], now: readonly unknown[]): (number | undefined)[] {
  const free = new Set(old.keys());
  const found = new Map<number, number>();
  const match = (isSame: (a: unknown, b: unknown, from: number, to: number) => boolean) => {
    now.forEach((item, to) => {
      if (found.has(to)) return;
      const from = [...free].find((index) => isSame(old[index], item, index, to));
      if (from === undefined) return;
      free.delete(from);
      found.set(to, from);
    });
  };
  match((a, b, from, to) => from === to && same(a, b));
  match(same);
  match((a, b) => nameOf(a) !== undefined && nameOf(a) === nameOf(b));
  match(
    (a, b, from, to) =>
      from === to && asObject(a) !== undefined && asObject(b) !== undefined && old.length === now.length,
  );
  return now.map((_item, to) => found.get(to));
}

function nameOf(item: unknown): unknown {
  const name = asObject(item)?.['name'];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
