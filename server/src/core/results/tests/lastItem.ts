/** Appends an item to a list in a related file: a case in a test file, or a user in a users file. */
import type { JsonDocument } from '../../json/document.js';
import { parse } from '../../json/document.js';
import type { Edit } from '../../json/edit/edits.js';
import { insertionOfItem, withItems } from '../../json/edit/edits.js';
import type { Span } from '../../json/nodes.js';
import { listNamed, propertyNamed } from '../../json/queries.js';
import { isWellFormed } from '../../json/understood.js';
import { Writing } from '../../json/edit/writing.js';

/** The span of the last item's name without quotes; if the item has no name, an empty span at the item's start. */
export function placeOfLast(file: JsonDocument, list: string): Span {
  const last = listNamed(file.root, list)?.items.at(-1);
  const name = propertyNamed(last, 'name')?.node;
  if (name?.kind === 'string') return { start: name.start + 1, end: name.end - 1 };
  return { start: last?.start ?? 0, end: last?.start ?? 0 };
}

/**
 * @param file the current file; undefined if the file does not exist
 * @returns edits of the file, or of an empty text; undefined if the file is invalid JSON or lacks the list
 */
export function withLast(file: JsonDocument | undefined, name: string, json: string): readonly Edit[] | undefined {
  if (file === undefined || file.text.trim() === '') {
    const text = `${JSON.stringify({ [name]: [JSON.parse(json)] }, undefined, 2)}\n`;
    return [{ start: 0, end: file?.length ?? 0, newText: text }];
  }
  const list = listNamed(file.root, name);
  const source = parse(JSON.stringify(JSON.parse(json)));
  if (list === undefined || source.root === undefined || !isWellFormed(file)) return undefined;
  const text = new Writing(file, source).value(source.root, list.items.at(-1)?.start ?? list.start);
  if (list.items.length === 0) return withItems(file, list, [text]);
  return [insertionOfItem(file, list, list.items.length, text)];
}
