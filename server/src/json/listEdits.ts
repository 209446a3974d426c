/**
 * Edits of the items of a list. An item keeps its spelling wherever it goes; commas, white space and comments between
 * items stay where they are. For lists whose only syntax problems are comments and a trailing comma.
 */
import type { JsonDocument } from './document.js';
import type { Edit } from './edits.js';
import type { ArrayNode, Span } from './nodes.js';
import { commentAt, isBlank } from './tokens.js';

export function textsOfItems({ text }: JsonDocument, { items }: ArrayNode): string[] {
  return items.map(({ start, end }) => text.slice(start, end));
}

/**
 * Puts texts in the places of the items, and those that are left over behind the last one.
 * @param texts at least as many as there are items, of which there must be one
 */
export function withItems(document: JsonDocument, list: ArrayNode, texts: readonly string[]): Edit[] {
  const { items } = list;
  const edits = items.flatMap(({ start, end }, index) => {
    const newText = texts[index] ?? '';
    return document.text.slice(start, end) === newText ? [] : [{ start, end, newText }];
  });
  if (texts.length <= items.length) return edits;
  const separator = separatorIn(document, list.items);
  const added = texts.slice(items.length).map((text) => separator + text);
  return [...edits, insertion(items.at(-1)?.end ?? list.start + 1, added.join(''))];
}

/** Puts one more item before the one at `index`, or behind the last one. The list must have an item. */
export function insertionOfItem(document: JsonDocument, list: ArrayNode, index: number, text: string): Edit {
  const separator = separatorIn(document, list.items);
  const next = list.items[index];
  if (next !== undefined) return insertion(next.start, text + separator);
  return insertion(list.items.at(-1)?.end ?? list.start + 1, separator + text);
}

/** Removes an item, and with it the one comma that it needed. A comment beside it stays. */
export function removalOfItem({ text }: JsonDocument, list: ArrayNode, index: number): Edit[] {
  const [previous, item, next] = [list.items[index - 1], list.items[index], list.items[index + 1]];
  if (item === undefined) return [];
  if (next !== undefined) {
    if (isPlain(text, item.end, next.start)) return [removal(item.start, next.start)];
    return [removal(item.start, item.end), ...removalOfComma(text, item.end, next.start)];
  }
  if (previous !== undefined) {
    if (isPlain(text, previous.end, item.start)) return [removal(previous.end, item.end)];
    return [...removalOfComma(text, previous.end, item.start), removal(item.start, item.end)];
  }
  const [start, end] = [list.start + 1, list.end - 1];
  if (isPlain(text, start, item.start) && isPlain(text, item.end, end)) return [removal(start, end)];
  return [removal(item.start, item.end), ...removalOfComma(text, item.end, end)];
}

/** The comma with the white space behind it, as the first two items, or properties, have it. */
export function separatorIn({ text }: JsonDocument, [first, second]: readonly Span[]): string {
  const end = (second ?? first)?.start ?? 0;
  let start = end;
  while (isBlank(text.charCodeAt(start - 1))) start -= 1;
  const blanks = text.slice(start, end);
  // A list with one item does not show what stands behind its commas.
  return `,${second === undefined && blanks === '' ? ' ' : blanks}`;
}

/** The comma itself: one in a comment is none. */
function removalOfComma(text: string, start: number, end: number): Edit[] {
  for (let at = start; at < end; at = commentAt(text, at)?.end ?? at + 1) {
    if (text[at] === ',') return [removal(at, at + 1)];
  }
  return [];
}

/** Whether nothing but white space and a comma stands there. */
function isPlain(text: string, start: number, end: number): boolean {
  return /^[ \t\r\n]*(?:,[ \t\r\n]*)?$/.test(text.slice(start, end));
}

function insertion(at: number, newText: string): Edit {
  return { start: at, end: at, newText };
}

function removal(start: number, end: number): Edit {
  return { start, end, newText: '' };
}
