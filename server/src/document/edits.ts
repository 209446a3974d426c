/** Small edits of a JSON text that keep everything around them as it is. */
import type { Path, Span } from './nodes.js';
import type { JsonDocument } from './document.js';
import { indexAt, nodeAt, propertyNamed } from './queries.js';

export interface Edit extends Span {
  readonly newText: string;
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.newText;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The text to delete so that a property is gone, and with it the one comma that it needed. */
export function removalOfProperty(document: JsonDocument, path: Path): Span | undefined {
  const object = nodeAt(document, path.slice(0, -1));
  const property = propertyNamed(object, String(path.at(-1)));
  if (object?.kind !== 'object' || property === undefined) return undefined;
  const index = indexAt(object.properties, property.start + 1) ?? 0;
  const next = object.properties[index + 1];
  if (next !== undefined) return { start: property.start, end: next.start };
  const previous = object.properties[index - 1];
  if (previous !== undefined) return { start: previous.end, end: property.end };
  return { start: object.start + 1, end: Math.max(property.end, object.end - 1) };
}
