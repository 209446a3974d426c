/**
 * Computes edits that turn the JSON value of a text into another value. The text must not have syntax problems.
 * The edits preserve the order of keys, the indentation, and the spelling of unchanged numbers and items.
 */
import type { JsonDocument } from '../document.js';
import type { Edit } from './edits.js';
import { separatorIn } from './edits.js';
import type { ArrayNode, JsonNode, ObjectNode, PropertyNode, Span } from '../nodes.js';
import { inPlace, paired } from '../pairs.js';
import type { LeavesOut } from '../sameness.js';
import { Sameness } from '../sameness.js';
import { Writing } from './writing.js';

/**
 * @param wanted the new value, without duplicate keys
 * @param keeps whether to keep a property that `wanted` lacks
 * @returns edits sorted by offset
 */
export function valueEdits(document: JsonDocument, wanted: JsonDocument, keeps: LeavesOut): readonly Edit[] {
  const { root, text } = document;
  if (wanted.root === undefined) return [];
  if (root === undefined) {
    const writing = new Writing(document, wanted);
    return [{ start: 0, end: text.length, newText: writing.value(wanted.root, 0) + writing.lineBreak }];
  }
  const pieces = new Change(document, wanted, keeps).pieces({ from: root, to: wanted.root });
  return editsBetween(text, [{ start: 0, end: root.start }, ...pieces, { start: root.end, end: text.length }]);
}

/** A part of the new text: a span of the old text, inserted text, or an old value that becomes a new value. */
type Part = Span | string | Making;

interface Making {
  readonly from: JsonNode;
  readonly to: JsonNode;
  /** Whether the value moves to another place in its list. */
  readonly moves?: boolean;
}

/** A property or an item of the new value. */
interface Member {
  /** The old index of the member; undefined if the member is new or moves. */
  readonly index: number | undefined;
  readonly parts: readonly Part[];
}

class Change {
  readonly #document: JsonDocument;
  readonly #keeps: LeavesOut;
  readonly #writing: Writing;
  readonly #same = new Sameness();

  constructor(document: JsonDocument, wanted: JsonDocument, keeps: LeavesOut) {
    this.#document = document;
    this.#keeps = keeps;
    this.#writing = new Writing(document, wanted);
    this.#same.learn(document.root, keeps);
    this.#same.learn(wanted.root, () => false);
  }

  /** Spans of the old text and inserted texts, in order. Not recursive: deep nesting could overflow the call stack. */
  pieces(whole: Making): (Span | string)[] {
    const { text } = this.#document;
    const pieces: (Span | string)[] = [];
    const open: { readonly part: Part; readonly moves: boolean }[] = [{ part: whole, moves: false }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { part } = next;
      if (typeof part === 'string') pieces.push(part);
      else if ('from' in part) {
        const moves = next.moves || part.moves === true;
        for (const inner of this.#parts(part).toReversed()) open.push({ part: inner, moves });
      } else pieces.push(next.moves ? text.slice(part.start, part.end) : part);
    }
    return pieces;
  }

  #parts({ from, to }: Making): readonly Part[] {
    if (this.#same.are(from, to)) return [from];
    if (from.kind === 'object' && to.kind === 'object') return this.#object(from, to);
    if (from.kind === 'array' && to.kind === 'array') return this.#list(from, to);
    return [this.#writing.value(to, from.start)];
  }

  #object(from: ObjectNode, to: ObjectNode): readonly Part[] {
    const { properties, byKey } = from;
    const members = properties.flatMap((property, index): Member[] => {
      const key = property.key.value;
      const value = to.byKey.get(key)?.node;
      // If a key is repeated, only the last property with the key is changed.
      if (value !== undefined && byKey.get(key) === property)
        return [{ index, parts: partsOfProperty(property, value) }];
      return value !== undefined || this.#keeps(key, from) ? [{ index, parts: [property] }] : [];
    });
    const added = [...to.byKey.values()].filter(({ key }) => !byKey.has(key.value));
    const beside = properties.at(-1)?.start ?? from.start;
    for (const property of added) members.push({ index: undefined, parts: [this.#writing.property(property, beside)] });
    return this.#row(from, properties, members) ?? [this.#writing.value(to, from.start)];
  }

  #list(from: ArrayNode, to: ArrayNode): readonly Part[] {
    const { items } = from;
    const indexes = paired(items, to.items, this.#same);
    const stays = inPlace(indexes);
    const beside = items[0]?.start ?? from.start;
    const members = to.items.map((item, at): Member => {
      const old = items[indexes[at] ?? -1];
      if (old === undefined) return { index: undefined, parts: [this.#writing.value(item, beside)] };
      const moves = !stays.has(at);
      return { index: moves ? undefined : indexes[at], parts: [{ from: old, to: item, moves }] };
    });
    return this.#row(from, items, members) ?? [this.#writing.value(to, from.start)];
  }

  /** The members with brackets and commas. @returns undefined if the old or the new container is empty */
  #row(node: Span, old: readonly Span[], members: readonly Member[]): readonly Part[] | undefined {
    const [first, last] = [old[0], old.at(-1)];
    if (first === undefined || last === undefined || members.length === 0) return undefined;
    const comma = separatorIn(this.#document, old);
    const parts: Part[] = [{ start: node.start, end: first.start }];
    members.forEach(({ index = 0, parts: own }, at) => {
      const [before, here] = [old[index - 1], old[index]];
      // A member that does not move keeps the comma and white space before it.
      const gap = before && here && { start: before.end, end: here.start };
      parts.push(...(at === 0 ? [] : [gap ?? comma]), ...own);
    });
    parts.push({ start: last.end, end: node.end });
    return parts;
  }
}

function partsOfProperty(property: PropertyNode, value: JsonNode): readonly Part[] {
  const { node, start } = property;
  return node === undefined
    ? [property]
    : [
        { start, end: node.start },
        { from: node, to: value },
      ];
}

function editsBetween(text: string, pieces: readonly (Span | string)[]): readonly Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let newText = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') newText += piece;
    else {
      if (text.slice(at, piece.start) !== newText) edits.push({ start: at, end: piece.start, newText });
      at = piece.end;
      newText = '';
    }
  }
  return edits;
}
