/** Small edits of a JSON text that keep everything around them as it is. */
import type { ArrayNode, JsonNode, Path, Span } from './nodes.js';
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

/** An object with another property behind its first one, laid out as that is; undefined where there is none. */
export function withProperty({ text }: JsonDocument, object: JsonNode, property: string): Edit | undefined {
  const first = object.kind === 'object' ? object.properties[0] : undefined;
  if (first === undefined) return undefined;
  const before = text.slice(object.start + 1, first.start);
  return { start: first.end, end: first.end, newText: `,${/^\s*$/.test(before) ? before : ' '}${property}` };
}

/** A list of numbers with others in their place: what stands between the items stays, also before those that are added. */
export function withNumbers({ text }: JsonDocument, list: ArrayNode, numbers: readonly number[]): Edit {
  const { items } = list;
  const between = (index: number) => {
    const [before, after] = [items[index - 1], items[index]];
    return before === undefined || after === undefined ? undefined : text.slice(before.end, after.start);
  };
  const usual = between(1) ?? ', ';
  const last = items.at(-1);
  const first = items[0]?.start ?? list.start + 1;
  const newText = numbers.map((number, index) => (index === 0 ? '' : (between(index) ?? usual)) + String(number));
  return { start: first, end: last?.end ?? first, newText: newText.join('') };
}
