/** Pastes lines or CSV into a condition's list of values: each field becomes a string, and duplicates are dropped. */
import type { Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../json/document.js';
import { parse } from '../../json/document.js';
import { separatorIn } from '../../json/edit/edits.js';
import type { ArrayNode, Span } from '../../json/nodes.js';
import { nodeAt, placeAt, spanOf, textNamed } from '../../json/queries.js';
import { Writing } from '../../json/edit/writing.js';
import type { PastedValues } from '../../protocol.js';
import type { OpenDocument } from '../openDocument.js';

/** @returns undefined if the text is pasted unchanged: JSON, a single value, or text outside of a list of values */
export function pastedValues({ kind, json }: OpenDocument, range: Range, pasted: string): PastedValues | undefined {
  const at = spanOf(json, range);
  const place = kind === 'targeting' ? placeOfValues(json, at) : undefined;
  if (place === undefined || isJsonOfStrings(pasted)) return undefined;
  const fields = place.isRegex ? linesOf(pasted) : linesOf(pasted).flatMap(fieldsOf);
  if (fields.length < 2) return undefined;
  const kept = place.list.items.filter((item) => item.end <= at.start || at.end <= item.start);
  const here = new Set(kept.map(({ value }) => value));
  const values = [...new Set(fields)].filter((value) => !here.has(value));
  if (values.length === 0) return undefined;
  return { newText: textOf(json, place, values, at), values: values.length, duplicates: fields.length - values.length };
}

interface PlaceOfValues {
  readonly list: ArrayNode;
  /** Whether the cursor is between the quotes of an empty string. */
  readonly inString: boolean;
  readonly isRegex: boolean;
}

/** Returns undefined unless the selection is in `objects` or `rightObjects`, and starts and ends outside of values. */
function placeOfValues(json: JsonDocument, { start, end }: Span): PlaceOfValues | undefined {
  const { path, at, span } = placeAt(json, start);
  const [content, rules, , conditions, , property] = path;
  if (content !== 'content' || rules !== 'rules' || conditions !== 'conditions') return undefined;
  if (property !== 'objects' && property !== 'rightObjects') return undefined;
  const list = nodeAt(json, path.slice(0, 6));
  if (list?.kind !== 'array' || start <= list.start || end >= list.end) return undefined;
  const isRegex = textNamed(nodeAt(json, path.slice(0, 5)), 'predicate')?.endsWith('regex') === true;
  const isEmptyString = at === 'value' && json.text.slice(span.start, span.end) === '""';
  if (isEmptyString && start === end && span.start < start && start < span.end)
    return { list, inString: true, isRegex };
  const isCut = list.items.some((item) => [start, end].some((offset) => item.start < offset && offset < item.end));
  return isCut ? undefined : { list, inString: false, isRegex };
}

function textOf(json: JsonDocument, { list, inString }: PlaceOfValues, values: readonly string[], at: Span): string {
  const texts = values.map((value) => JSON.stringify(value));
  const source = parse(`[${texts.join(',')}]`);
  const alone = source.root === undefined ? '' : new Writing(json, source).value(source.root, list.start).slice(1, -1);
  const [before, after] = [json.text.slice(list.start, at.start), json.text.slice(at.end, list.end)];
  if (list.length === 0) return before.includes('\n') ? alone.trim() : alone;
  const [blanks = ''] = /^\s*/.exec(alone) ?? [];
  const separator = list.length > 1 ? separatorIn(json, list.items) : `,${blanks === '' ? ' ' : blanks}`;
  const joined = texts.join(separator);
  if (inString) return joined.slice(1, -1);
  const opens = /[[,]\s*$/.test(before) ? '' : separator;
  const closes = /^\s*[\],]/.test(after) ? '' : /^\s/.test(after) ? ',' : separator;
  return opens + joined + closes;
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Splits a line at tabs, otherwise at semicolons, otherwise at commas, as exported by spreadsheets and databases. */
function fieldsOf(line: string): readonly string[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
  const field = new RegExp(`${separator}\\s*(?:"((?:[^"]|"")*)"|'([^']*)'|([^${separator}]*))`, 'g');
  const fields = `${separator}${line}`.matchAll(field);
  return [...fields]
    .map(([, double, single, bare]) => double?.replaceAll('""', '"') ?? single ?? bare?.trim() ?? '')
    .filter((field) => field !== '');
}

/** Whether the text is already JSON. False for lists with bare numbers or booleans, because these need quotes. */
function isJsonOfStrings(text: string): boolean {
  try {
    const values: unknown = JSON.parse(`[${text.trim().replace(/,$/, '')}]`);
    return Array.isArray(values) && values.every((value) => typeof value !== 'number' && typeof value !== 'boolean');
  } catch {
    return false;
  }
}
