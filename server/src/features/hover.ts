/**
 * textDocument/hover: what the file means at the pointer (hover/ has a file for each thing that is explained), and
 * otherwise the schema's words for the property. Of a property that stands again below, only the schema's words: it is
 * not read. Rules, serves and variations answer at their opening bracket, too.
 */
import type { Hover, Position } from 'vscode-languageserver-types';
import { MarkupKind } from 'vscode-languageserver-types';
import type { Span } from '../json/nodes.js';
import type { Place } from '../json/queries.js';
import { nodeAt, placeAt, spanAt } from '../json/queries.js';
import { schemaAt } from '../targeting/schema.js';
import type { Outside } from './hover/explanation.js';
import { explanation } from './hover/explanation.js';
import type { OpenDocument } from './openDocument.js';
import { rangeOf } from './openDocument.js';

export function hover(document: OpenDocument, position: Position, outside: Outside): Hover | undefined {
  const offset = document.json.offsetAt(position);
  const place = placeAt(document.json, offset);
  const bracket = place.at === 'gap' ? openingBracket(document, place, offset) : undefined;
  if (place.at === 'gap' && bracket === undefined) return undefined;
  const schema = schemaAt(document.schema, place.path);
  const { title = schema?.title, paragraphs } = explained(document, place, outside) ?? {};
  if (title === undefined || (bracket !== undefined && paragraphs === undefined)) return undefined;
  const words = [`**${title}**`, ...(paragraphs ?? []), ...(paragraphs?.length ? [] : [schema?.description ?? ''])];
  return {
    contents: { kind: MarkupKind.Markdown, value: words.filter((text) => text !== '').join('\n\n') },
    range: rangeOf(document, bracket ?? place.span),
  };
}

/** The pointer is on either side of it. */
function openingBracket({ json }: OpenDocument, { path, span }: Place, offset: number): Span | undefined {
  if (offset > span.start + 1) return undefined;
  const node = nodeAt(json, path);
  const isContainer = node?.kind === 'object' || node?.kind === 'array';
  return isContainer && node.start === span.start ? { start: span.start, end: span.start + 1 } : undefined;
}

function explained({ kind, json }: OpenDocument, { path, at, span }: Place, outside: Outside) {
  if (kind !== 'targeting') return undefined;
  const read = spanAt(json, path, at === 'key' ? 'key' : 'value');
  return read.start === span.start ? explanation(json, path, at, outside) : undefined;
}
