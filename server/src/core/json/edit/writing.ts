/** Writes JSON in the style of an existing text, with its indentation and line breaks. Small values go on one line. */
import type { JsonDocument } from '../document.js';
import type { ArrayNode, JsonNode, ObjectNode, PropertyNode } from '../nodes.js';

export class Writing {
  readonly #document: JsonDocument;
  readonly #text: string;
  readonly #source: string;
  readonly lineBreak: string;
  readonly #unit: string;
  readonly #isOneLine: boolean;

  /** @param document the existing text @param source the JSON to write, without white space between its tokens */
  constructor(document: JsonDocument, source: JsonDocument) {
    const { root } = document;
    this.#document = document;
    this.#text = document.text;
    this.#source = source.text;
    this.lineBreak = lineBreakOf(this.#text);
    this.#unit = unitOf(this.#text);
    const isEmpty = root === undefined || root.end - root.start === '{}'.length;
    this.#isOneLine = !isEmpty && !/[\r\n]/.test(this.#text.slice(root.start, root.end));
  }

  /** @param at the offset at which the value is inserted, or the offset of an adjacent value */
  value(node: JsonNode, at: number): string {
    if (isScalar(node)) return this.#source.slice(node.start, node.end);
    const lineStart = at - this.#document.positionAt(at).character;
    const [indentation = ''] = /^[ \t]*/.exec(this.#text.slice(lineStart, at)) ?? [];
    return this.#written(node, this.lineBreak + indentation, 0);
  }

  property({ key, node }: PropertyNode, at: number): string {
    const name = this.#source.slice(key.start, key.end);
    return node === undefined ? name : `${name}: ${this.value(node, at)}`;
  }

  #written(node: JsonNode, newLine: string, depth: number): string {
    if (isScalar(node) || depth === MAX_COMPACT_DEPTH) return this.#source.slice(node.start, node.end);
    const deeper = newLine + this.#unit;
    const nodes = node.kind === 'array' ? node.items : node.properties.flatMap(({ node: value }) => value ?? []);
    const texts = nodes.map((inner) => this.#written(inner, deeper, depth + 1));
    const [open, close] = node.kind === 'array' ? ['[', ']'] : ['{', '}'];
    if (texts.length === 0) return open + close;
    const parts =
      node.kind === 'array'
        ? texts
        : node.properties.map(({ key }, index) => `${this.#source.slice(key.start, key.end)}: ${texts[index] ?? ''}`);
    const blank = node.kind === 'array' ? '' : ' ';
    const line = open + blank + parts.join(', ') + blank + close;
    if (this.#isOneLine || (nodes.every(isShort) && line.length <= 80)) return line;
    return `${open}${deeper}${parts.join(`,${deeper}`)}${newLine}${close}`;
  }
}

export function lineBreakOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** The white space with which the text indents each level. */
function unitOf(text: string): string {
  return /^[ \t]+(?=[^ \t\r\n])/m.exec(text)?.[0] ?? '  ';
}

/** Whether a value may share a line with its neighbors. */
function isShort(node: JsonNode): boolean {
  return isScalar(node) || (node.kind === 'array' && node.items.every(isScalar));
}

function isScalar(node: JsonNode): node is Exclude<JsonNode, ObjectNode | ArrayNode> {
  return node.kind !== 'array' && node.kind !== 'object';
}

/** Values at this depth are written on one line, because their indentation would take more space than the values. */
const MAX_COMPACT_DEPTH = 50;
