/**
 * Small edits of lists and objects. They preserve comments, white space and the spelling of items and properties.
 * The edited list or object may have comments and a trailing comma, but no other syntax problems.
 */
import type { TextEdit } from 'vscode-languageserver-types';
import type { JsonDocument } from '../document.js';
import type { ArrayNode, ObjectNode, Path, PropertyNode, Span } from '../nodes.js';
import { nodeAt, propertyNamed, rangeIn } from '../queries.js';
import { commentAt, isBlank } from '../read/tokens.js';

export interface Edit extends Span {
  readonly newText: string;
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + spelt(edit.newText);
    at = edit.end;
  }
  return result + text.slice(at);
}

export function textEdits(document: JsonDocument, edits: readonly Edit[]): TextEdit[] {
  return edits.map((edit) => ({ range: rangeIn(document, edit), newText: spelt(edit.newText) }));
}

/** Escapes each U+FFFD, which would otherwise be reported as damage. @param json text in which U+FFFD is intended */
export function spelt(json: string): string {
  return json.replaceAll('\uFFFD', '\\ufffd');
}

/** Inserts properties after an existing property. Each is preceded by the same white space as the existing property. */
export function withProperties(
  { text }: JsonDocument,
  { start, end }: PropertyNode,
  properties: readonly string[],
): Edit {
  let from = start;
  while (isBlank(text.charCodeAt(from - 1))) from -= 1;
  const blanks = text.slice(from, start);
  return insertion(end, properties.map((property) => `,${blanks}${property}`).join(''));
}

export function textsOfItems({ text }: JsonDocument, { items }: ArrayNode): string[] {
  return items.map(({ start, end }) => text.slice(start, end));
}

/** Replaces the items of a list with the texts. Surplus texts are added at the end; surplus items are removed. */
export function withItems(document: JsonDocument, list: ArrayNode, texts: readonly string[]): Edit[] {
  const { items } = list;
  const kept = items.slice(0, texts.length);
  const edits = kept.flatMap(({ start, end }, index) => {
    const newText = texts[index] ?? '';
    return document.text.slice(start, end) === newText ? [] : [{ start, end, newText }];
  });
  if (texts.length === items.length) return edits;
  const separator = separatorIn(document, items);
  const added = texts.slice(items.length).map((text, index) => (kept.length + index === 0 ? '' : separator) + text);
  const start = kept.at(-1)?.end ?? items[0]?.start ?? list.start + 1;
  return [...edits, { start, end: items.at(-1)?.end ?? start, newText: added.join('') }];
}

/** Inserts an item before the item at `index`, or at the end. The list must not be empty. */
export function insertionOfItem(document: JsonDocument, list: ArrayNode, index: number, text: string): Edit {
  const separator = separatorIn(document, list.items);
  const next = list.items[index];
  if (next !== undefined) return insertion(next.start, text + separator);
  return insertion(list.items.at(-1)?.end ?? list.start + 1, separator + text);
}

/** Removes an item or a property together with its comma. Comments are kept. */
export function removalOf({ text }: JsonDocument, container: ArrayNode | ObjectNode, index: number): Edit[] {
  const members: readonly Span[] = container.kind === 'array' ? container.items : container.properties;
  const [previous, member, next] = [members[index - 1], members[index], members[index + 1]];
  if (member === undefined) return [];
  if (next !== undefined) {
    if (isPlain(text, member.end, next.start)) return [removal(member.start, next.start)];
    return [removal(member.start, member.end), ...removalOfComma(text, member.end, next.start)];
  }
  if (previous !== undefined) {
    if (isPlain(text, previous.end, member.start)) return [removal(previous.end, member.end)];
    return [...removalOfComma(text, previous.end, member.start), removal(member.start, member.end)];
  }
  // If the container is unclosed, it may end where its only member ends.
  const [start, end] = [container.start + 1, Math.max(member.end, container.end - 1)];
  if (isPlain(text, start, member.start) && isPlain(text, member.end, end)) return [removal(start, end)];
  return [removal(member.start, member.end), ...removalOfComma(text, member.end, end)];
}

/** Like `removalOf`, but for the property at a path. @returns undefined if the property does not exist */
export function removalOfProperty(document: JsonDocument, path: Path): Edit[] | undefined {
  const object = nodeAt(document, path.slice(0, -1));
  const property = propertyNamed(object, String(path.at(-1)));
  if (object?.kind !== 'object' || property === undefined) return undefined;
  return removalOf(document, object, object.properties.indexOf(property));
}

/** A separator like the one between the first two members: a comma and white space. */
export function separatorIn({ text }: JsonDocument, [first, second]: readonly Span[]): string {
  const end = (second ?? first)?.start ?? 0;
  let start = end;
  while (isBlank(text.charCodeAt(start - 1))) start -= 1;
  const blanks = text.slice(start, end);
  // A single item has no comma before it, so there may be no white space to copy.
  return `,${second === undefined && blanks === '' ? ' ' : blanks}`;
}

/** Removes the first comma that is not part of a comment. */
function removalOfComma(text: string, start: number, end: number): Edit[] {
  for (let at = start; at < end; at = commentAt(text, at)?.end ?? at + 1) {
    if (text[at] === ',') return [removal(at, at + 1)];
  }
  return [];
}

/** Whether the text consists of white space and at most one comma. */
function isPlain(text: string, start: number, end: number): boolean {
  return /^[ \t\r\n]*(?:,[ \t\r\n]*)?$/.test(text.slice(start, end));
}

function insertion(at: number, newText: string): Edit {
  return { start: at, end: at, newText };
}

function removal(start: number, end: number): Edit {
  return { start, end, newText: '' };
}
