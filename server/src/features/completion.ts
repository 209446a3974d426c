/**
 * textDocument/completion: the keys and values that the schema knows at the cursor, and the variations for `select`.
 * Every item carries its own edit, so that quotes and commas come out right whatever the editor takes for a word.
 */
import type { CompletionItem, Position, Range } from 'vscode-languageserver-types';
import { CompletionItemKind, InsertTextFormat, MarkupKind } from 'vscode-languageserver-types';
import type { Path, Span } from '../document/nodes.js';
import type { Place } from '../document/queries.js';
import { nodeAt, placeAt } from '../document/queries.js';
import type { Schema } from '../schema/schema.js';
import { schemaAt } from '../schema/schema.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';
import { describedVariations } from './variations.js';

export function completion(document: OpenDocument, position: Position): CompletionItem[] {
  const offset = document.offsetAt(position);
  const place = placeAt(document.json, offset);
  // Right before a key, another one is wanted.
  if (place.at === 'key' && offset === place.span.start) return inGap(document, place.path.slice(0, -1), offset);
  if (place.at === 'key') return keys(document, place.path.slice(0, -1), replaced(document, place, offset));
  if (place.at === 'value') return values(document, place.path, replaced(document, place, offset));
  return inGap(document, place.path, offset);
}

/** Between tokens: what may stand there follows from the last character before the cursor. */
function inGap(document: OpenDocument, path: Path, offset: number): CompletionItem[] {
  const cursor = { start: offset, end: offset };
  const before = document.json.text.slice(0, offset).trimEnd().at(-1);
  const container = nodeAt(document.json, path);
  if (before === ':') {
    const property =
      container?.kind === 'object' ? container.properties.findLast(({ end }) => end <= offset) : undefined;
    return values(document, property === undefined ? path : [...path, property.key.value], cursor);
  }
  if (before !== undefined && before !== '{' && before !== '[' && before !== ',') return [];
  if (container?.kind === 'object') return keys(document, path, cursor);
  if (container?.kind === 'array') return values(document, [...path, container.items.length], cursor);
  return before === undefined && container === undefined ? values(document, [], cursor) : [];
}

/** The token under the cursor; of a string that is not closed, only what stands before the cursor. */
function replaced(document: OpenDocument, place: Place, offset: number): Span {
  const { start, end } = place.span;
  const source = document.json.text.slice(start, end);
  const closed = source.length > 1 && source.startsWith('"') && source.endsWith('"');
  return { start, end: closed || !source.startsWith('"') ? end : offset };
}

function keys(document: OpenDocument, path: Path, span: Span): CompletionItem[] {
  const schema = schemaAt(document.schema, path);
  const object = nodeAt(document.json, path);
  if (schema === undefined || object?.kind !== 'object') return [];
  const present = new Set(object.properties.filter(({ key }) => key.start !== span.start).map(({ key }) => key.value));
  const rest = document.json.text.slice(span.end).trimStart();
  const range = rangeOf(document, span);
  return schema.keys
    .filter((key) => !present.has(key))
    .map((key) => {
      const property = schema.property(key);
      const value = rest.startsWith(':') ? '' : `: ${placeholder(property)}${rest.startsWith('"') ? ',' : ''}`;
      return item(range, `"${key}"`, `"${escapeSnippet(key)}"${value}`, {
        label: key,
        kind: CompletionItemKind.Property,
        ...words(property),
      });
    });
}

function values(document: OpenDocument, path: Path, span: Span): CompletionItem[] {
  const schema = schemaAt(document.schema, path);
  if (schema === undefined) return [];
  const texts: { text: string; label?: string; detail?: string }[] = [];
  // No spread: a list may be longer than a call may have arguments.
  if (path.at(-1) === 'select') for (const variation of variations(document)) texts.push(variation);
  else if (schema.type === 'boolean') texts.push({ text: 'true' }, { text: 'false' });
  else if (schema.type === 'object') texts.push({ text: '{$1}', label: '{}' });
  else if (schema.type === 'array') texts.push({ text: '[$1]', label: '[]' });
  for (const value of [...schema.values, ...schema.examples])
    texts.push({ text: escapeSnippet(JSON.stringify(value)) });
  const range = rangeOf(document, span);
  return texts.map(({ text, label = text, detail }, index) =>
    item(range, label, text, {
      label,
      kind: CompletionItemKind.Value,
      sortText: String(index).padStart(6, '0'),
      ...(detail !== undefined && { detail }),
      ...(schema.description !== undefined && { documentation: markdown(schema.description) }),
    }),
  );
}

function variations(document: OpenDocument): { text: string; label: string }[] {
  return describedVariations(document).map((described, index) => ({
    text: String(index),
    label: `${index} · ${described}`,
  }));
}

function item(range: Range, filterText: string, snippet: string, rest: CompletionItem): CompletionItem {
  return {
    ...rest,
    filterText,
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: { range, newText: snippet },
  };
}

/** What to put behind a new key, with the cursor where the value goes. */
function placeholder(schema: Schema | undefined): string {
  switch (schema?.type) {
    case 'string':
      return '"$1"';
    case 'object':
      return '{$1}';
    case 'array':
      return '[$1]';
    case 'boolean':
      return '${1|true,false|}';
    default:
      return '$1';
  }
}

function words(schema: Schema | undefined): Pick<CompletionItem, 'detail' | 'documentation'> {
  return {
    ...(schema?.title !== undefined && { detail: schema.title }),
    ...(schema?.description !== undefined && { documentation: markdown(schema.description) }),
  };
}

function markdown(value: string) {
  return { kind: MarkupKind.Markdown, value };
}

function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
