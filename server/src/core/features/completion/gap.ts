/**
 * Finds the gap at the cursor: whether a key or a value fits, the text to replace, and missing commas. Text that is
 * being typed is not valid JSON, and an unclosed string swallows the start of the next string. So the gap is filled in
 * every plausible way, and the filling with the fewest syntax problems wins. Each attempt costs as much as a keystroke.
 * Everything around the cursor is then read from the filled document.
 */
import type { Around, Token } from '../../json/edit/around.js';
import { around, tokenAt, tokenFrom } from '../../json/edit/around.js';
import type { JsonDocument } from '../../json/document.js';
import type { Path, Span } from '../../json/nodes.js';
import { nodeAt, placeAt } from '../../json/queries.js';
import { Kind } from '../../json/read/records.js';

export interface Gap {
  readonly wants: 'key' | 'value';
  /** The path of the value; if a key is wanted, the path of its object. */
  readonly path: Path;
  /** The document with the gap filled by the value 0 or by a placeholder key. */
  readonly json: JsonDocument;
  /** The span to replace, which is on one line and contains the cursor. */
  readonly span: Span;
  /** The text to replace; `typed` is the part of this text before the cursor. */
  readonly replaced: string;
  readonly typed: string;
  /** The offset of a missing comma before the gap. */
  readonly commaAt: number | undefined;
  /** Whether a comma is missing after the gap. */
  readonly needsComma: boolean;
  /** Whether the key already has its colon. */
  readonly hasColon: boolean;
}

/** Returns the gap at the offset; undefined if neither a key nor a value fits there. */
export function gapAt(document: JsonDocument, offset: number): Gap | undefined {
  const found = around(document, offset);
  const wants = found && wanted(found);
  if (found === undefined || wants === undefined) return undefined;
  let best: (Gap & { readonly problems: number }) | undefined;
  for (const span of spans(document.text, offset, found, wants)) {
    const filled = fill(document, offset, { found, wants, span });
    if (filled !== undefined && filled.problems < (best?.problems ?? Infinity)) best = filled;
    if (best?.problems === 0) break;
  }
  return best;
}

function wanted({ expected, container }: Around): Gap['wants'] | undefined {
  // A document has only one value.
  if (expected === 'colon' || (expected === 'comma' && container === Kind.document)) return undefined;
  return expected !== 'comma' ? expected : container === Kind.object ? 'key' : 'value';
}

/** The spans that a proposal may replace, most likely first. */
function spans(text: string, offset: number, { token, container }: Around, wants: Gap['wants']): readonly Span[] {
  const here = { start: offset, end: offset };
  // Right before a key or an item, people want to insert another key or item.
  const isBefore = offset === token?.start && (wants === 'key' || container === Kind.array);
  if (isBefore) return [here];
  if (token === undefined) return wants === 'value' && container !== Kind.array ? valueFrom(text, offset) : [here];
  return token.kind === 'word' ? [token] : stringSpans(text, offset, token);
}

/** Candidate spans of a string: all of it if it is closed, up to the next structural character, or to the cursor. */
function stringSpans(text: string, offset: number, { start, end, closed }: Token): readonly Span[] {
  const rest = /^[^"',:{}[\]]*/.exec(text.slice(offset, end))?.[0].trimEnd() ?? '';
  const open =
    rest === '' ? [{ start, end: offset }] : [offset + rest.length, offset].map((each) => ({ start, end: each }));
  return closed ? [{ start, end }, ...open] : open;
}

/** The span of the value after the cursor; an empty span if no value follows; no span if it is on a later line. */
function valueFrom(text: string, offset: number): readonly Span[] {
  const start = tokenFrom(text, offset);
  if (!beginsValue(text[start])) return [{ start: offset, end: offset }];
  const token = tokenAt(text, start);
  if (token?.kind === 'string' && text[tokenFrom(text, token.end)] === ':') return [{ start: offset, end: offset }];
  const isHere = token !== undefined && !/[\r\n]/.test(text.slice(offset, start));
  return isHere ? [{ start: offset, end: token.end }] : [];
}

interface Filling {
  readonly found: Around;
  readonly wants: Gap['wants'];
  readonly span: Span;
}

function fill(document: JsonDocument, offset: number, { found, wants, span }: Filling) {
  const { text } = document;
  const { start, end } = span;
  const next = text[tokenFrom(text, end)];
  const hasColon = wants === 'key' && next === ':';
  const needsComma = !hasColon && found.container !== Kind.document && beginsValue(next);
  const commaAt = found.expected === 'comma' ? found.previousEnd : undefined;
  const filler = wants === 'value' ? '0' : hasColon ? placeholderKey : `${placeholderKey}:0`;
  const range = { start: document.positionAt(start), end: document.positionAt(end) };
  const newText = `${commaAt === undefined ? '' : ','} ${filler} ${needsComma ? ',' : ''}`;
  const json = document.edited([{ range, text: newText }]);
  const place = placeAt(json, start + newText.indexOf(filler));
  if (place.at !== wants) return undefined;
  return {
    wants,
    path: wants === 'key' ? place.path.slice(0, -1) : place.path,
    json,
    span: { start, end },
    replaced: text.slice(start, end),
    typed: text.slice(start, offset),
    commaAt,
    needsComma,
    hasColon,
    problems: problemsIn(json),
  };
}

/** Whether the gap is the only property of its object. */
export function isAlone({ wants, path, json }: Gap): boolean {
  const object = wants === 'key' ? nodeAt(json, path) : undefined;
  return object?.kind === 'object' && object.properties.length === 1;
}

/** A key that people do not use: a private-use character. */
const placeholderKey = '"\uE000"';

function beginsValue(character: string | undefined): boolean {
  return character !== undefined && !',:}]'.includes(character);
}

/** Counts the syntax problems; text that the parser gave up on outweighs all of them. */
function problemsIn({ syntaxProblems, readTo, length }: JsonDocument): number {
  return syntaxProblems.length + (readTo < length ? 1_000_000 : 0);
}

/** Returns the gap if the text consists of braces on the cursor's line: a whole file may replace the braces. */
export function emptyFileAt(document: JsonDocument, offset: number): Gap | undefined {
  if (document.length > 1_000) return undefined;
  const braces = document.text.trim();
  if (!/^\{[ \t]*\}?$/.test(braces)) return undefined;
  const start = document.text.indexOf('{');
  const end = start + braces.length;
  if (offset < start || offset > end) return undefined;
  const replaced = document.text.slice(start, end);
  const typed = document.text.slice(start, offset);
  const whole = { wants: 'value', path: [], commaAt: undefined, needsComma: false, hasColon: false } as const;
  return { ...whole, json: document, span: { start, end }, replaced, typed };
}
