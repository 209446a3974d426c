/** textDocument/hover: the schema's words for the property under the pointer and, on `select`, the variation it means. */
import type { Hover, Position } from 'vscode-languageserver-types';
import { MarkupKind } from 'vscode-languageserver-types';
import { asObject } from '../document/plain.js';
import type { Path } from '../document/nodes.js';
import { nodeAt, placeAt } from '../document/queries.js';
import { messages } from '../problems/catalogue.js';
import { schemaAt } from '../schema/schema.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';

export function hover(document: OpenDocument, position: Position): Hover | undefined {
  const place = placeAt(document.json, document.offsetAt(position));
  if (place.at === 'gap') return undefined;
  const schema = schemaAt(document.schema, place.path);
  if (schema?.title === undefined) return undefined;
  const paragraphs = [`**${schema.title}**`, ...selected(document, place.path), schema.description ?? ''];
  return {
    contents: { kind: MarkupKind.Markdown, value: paragraphs.filter((text) => text !== '').join('\n\n') },
    range: rangeOf(document, place.span),
  };
}

/** The variation that a `select` means, as a paragraph. */
function selected(document: OpenDocument, path: Path): string[] {
  if (path.at(-1) !== 'select') return [];
  const select = nodeAt(document.json, path)?.value;
  const variations = nodeAt(document.json, ['content', 'variations']);
  if (typeof select !== 'number' || !Number.isInteger(select) || variations?.kind !== 'array') return [];
  const variation = asObject(variations.value[select]);
  if (variation === undefined) return [escapeMarkdown(messages.selectOutOfRange(select, variations.items.length))];
  const { name, value, description } = variation;
  const called = typeof name === 'string' && name !== '' ? `*${escapeMarkdown(name)}* ` : '';
  const means = `${select} = ${called}${typeof value === 'object' || value === undefined ? '' : inlineCode(JSON.stringify(value))}`;
  return [typeof description === 'string' && description !== '' ? `${means} — ${escapeMarkdown(description)}` : means];
}

/** Text of the file must not act as Markdown: no link, no image, no HTML. */
function escapeMarkdown(text: string): string {
  return text.slice(0, 200).replace(/[\\`*_{}[\]()#+\-.!<>&|~]/g, '\\$&');
}

function inlineCode(text: string): string {
  const short = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  const fence = '`'.repeat(Math.max(0, ...(short.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  return short === '' ? '' : `${fence} ${short} ${fence}`;
}
