/** Finds where tokens (RFC 8259), comments, single-quoted strings and bare words end, and decodes strings. */
import type { SyntaxProblem } from './syntaxProblem.js';
import type { Records } from './records.js';
import { endAt, isOdd, Kind, startAt } from './records.js';

export type Report = (problem: SyntaxProblem) => void;

const quote = 34;
const backslash = 92;
/** U+FFFD, which decoders insert for invalid bytes. */
const replacement = 0xfffd;
const numberLiteral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export function endOfBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

export function isBlank(character: number): boolean {
  return character === 32 || character === 10 || character === 13 || character === 9;
}

/** The end of a string that need not be decoded and has no syntax problems; -1 for other strings. */
export function endOfPlainString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) return mayFollowString(text.charCodeAt(at + 1)) ? at + 1 : -1;
    // Not `< 32`, because charCodeAt returns NaN after the end of the text.
    if (character === backslash || character === replacement || !(character >= 32)) return -1;
  }
}

/** Whether the character may follow a string: white space, `"`, `,`, `/`, `:`, `]`, `}`, or the end of the text. */
function mayFollowString(character: number): boolean {
  switch (character) {
    case quote:
    case 44:
    case 47:
    case 58:
    case 93:
    case 125:
      return true;
    default:
      return !(character > 32);
  }
}

/**
 * In `"rule 4,"serve": {`, the second quote opens the next string: the first string ends before the comma.
 * @param from offset after the opening quote
 * @param to offset of the next quote
 * @returns offset at which the punctuation before `to` begins; `to` if no punctuation precedes it
 */
function startOfPunctuation(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && ' \t,:[]{}'.includes(text.charAt(at - 1))) at -= 1;
  // `"{"a": 1}"` is JSON in a string whose quotes are not escaped.
  if (at === from && /^[[{]/.test(text.slice(at, to))) return to;
  return /[,:[{][ \t]*$/.test(text.slice(at, to)) ? at : to;
}

export function endOfPunctuation(text: string, start: number): number {
  return endOfMatch(/[ \t,:[\]{}]*/y, text, start);
}

export interface OddString {
  readonly end: number;
  readonly value: string;
  /** How the string ends. An unclosed string ends with its line, or before punctuation that precedes another string. */
  readonly endsWith: 'quote' | 'line' | 'punctuation';
}

/** Reads a string that has escapes, invalid or damaged characters, single quotes or no closing quote. */
export function oddString(text: string, start: number, report: Report): OddString {
  if (text[start] === "'") return singleQuoted(text, start, report);
  const plainCharacters = /[^"\\\u0000-\u001F\uFFFD]*/y;
  let value = '';
  let isDamaged = false;
  for (let at = start + 1; ;) {
    const end = endOfMatch(plainCharacters, text, at);
    value += text.slice(at, end);
    at = end;
    const character = text[at];
    if (character === '"') {
      const before = mayFollowString(text.charCodeAt(at + 1)) ? at : startOfPunctuation(text, start + 1, at);
      if (before === at) return { end: at + 1, value, endsWith: 'quote' };
      report({ kind: 'unclosed-string', start, end: start + 1 });
      return { end: before, value: value.slice(0, before - at), endsWith: 'punctuation' };
    }
    if (character === '\\') {
      const escape = decodeEscape(text, at);
      if (escape.value === undefined) report({ kind: 'bad-escape', start: at, end: escape.end });
      value += escape.value ?? '';
      at = escape.end;
    } else if (character === undefined || character === '\n' || character === '\r') {
      // Only the opening quote is marked, so that the mark does not grow while the string is being typed.
      report({ kind: 'unclosed-string', start, end: start + 1 });
      return { end: at, value, endsWith: 'line' };
    } else {
      const isLost = character === '\uFFFD';
      const kind = isLost ? 'damaged' : 'control-character';
      // Damage is reported once per string, because a text in another encoding may have hundreds of damaged characters.
      if (!isLost || !isDamaged) report({ kind, start: at, end: at + 1 });
      isDamaged ||= isLost;
      value += character;
      at += 1;
    }
  }
}

function singleQuoted(text: string, start: number, report: Report): OddString {
  const end = endOfMatch(/'(?:[^'\\\r\n]|\\[^\r\n])*'?/y, text, start);
  report({ kind: 'single-quotes', start, end });
  const isClosed = end - start > 1 && text.endsWith("'", end);
  const value = text.slice(start + 1, isClosed ? end - 1 : end);
  return { end, value, endsWith: isClosed ? 'quote' : 'line' };
}

function decodeEscape(text: string, at: number): { readonly value: string | undefined; readonly end: number } {
  const letter = text[at + 1];
  if (letter === 'u') {
    const end = endOfMatch(/[\dA-Fa-f]{0,4}/y, text, at + 2);
    const value = end === at + 6 ? String.fromCharCode(Number.parseInt(text.slice(at + 2, end), 16)) : undefined;
    return { value, end };
  }
  if (letter === undefined || letter === '\n' || letter === '\r') return { value: undefined, end: at + 1 };
  return { value: escapes[letter], end: at + 2 };
}

function decodeOdd(source: string): string {
  return source.startsWith('"') || source.startsWith("'") ? oddString(source, 0, () => undefined).value : source;
}

/** The end of a number or another bare word; at least `start + 1`. */
export function endOfWord(text: string, start: number): number {
  return Math.max(start + 1, endOfMatch(word, text, start));
}

const word = /[^\t\n\r "',/:[\]{}]+/y;

export function kindOfWord(word: string): Kind {
  switch (word) {
    case 'true':
      return Kind.true;
    case 'false':
      return Kind.false;
    case 'null':
      return Kind.null;
    default:
      return numberLiteral.test(word) ? Kind.number : Kind.invalid;
  }
}

export function commentAt(text: string, start: number): SyntaxProblem | undefined {
  if (text.startsWith('//', start)) {
    return { kind: 'comment', start, end: endOfMatch(/[^\r\n]*/y, text, start) };
  }
  if (!text.startsWith('/*', start)) return undefined;
  const close = text.indexOf('*/', start + 2);
  return close === -1
    ? { kind: 'unclosed-comment', start, end: text.length }
    : { kind: 'comment', start, end: close + 2 };
}

/** @returns the end of the match at `offset`; `offset` if nothing matches */
function endOfMatch(sticky: RegExp, text: string, offset: number): number {
  sticky.lastIndex = offset;
  return sticky.test(text) ? sticky.lastIndex : offset;
}

/** The decoded text of a key or a string. */
export function stringAt(text: string, records: Records, at: number): string {
  const start = startAt(records, at);
  const end = endAt(records, at);
  return isOdd(records, at) ? decodeOdd(text.slice(start, end)) : text.slice(start + 1, end - 1);
}
