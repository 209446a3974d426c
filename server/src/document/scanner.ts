/**
 * Cuts a text into JSON tokens, one at a time, and never throws: what is no JSON becomes a token with a problem.
 * Grammar of RFC 8259; comments, single quotes and bare words are recognised so that they can be named.
 */
import type { Span, SyntaxProblem } from './nodes.js';

export interface Token extends Span {
  readonly kind:
    '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'number' | 'true' | 'false' | 'null' | 'invalid' | 'end';
  /** The decoded text of a string; of any other token its source. */
  readonly text: string;
  /** A string that its line ended before its closing quote did. */
  readonly unclosed?: boolean;
}

type Report = (problem: SyntaxProblem) => void;

const blank = /[ \t\r\n]*/y;
const comment = /\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/y;
const numberLiteral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const word = /[^ \t\r\n{}[\]:,"'/]+|./suy;
const plainCharacters = /[^"'\\\u0000-\u001F]*/y;
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

/** The next token at or after `offset`; blanks and comments before it are passed over, the comments reported. */
export function scan(text: string, offset: number, report: Report): Token {
  const start = skipBlanksAndComments(text, offset, report);
  const character = text[start];
  switch (character) {
    case undefined:
      return { kind: 'end', start, end: start, text: '' };
    case '{':
    case '}':
    case '[':
    case ']':
    case ':':
    case ',':
      return { kind: character, start, end: start + 1, text: character };
    case '"':
    case "'":
      return scanString(text, start, character, report);
    default:
      return scanWord(text, start);
  }
}

function skipBlanksAndComments(text: string, offset: number, report: Report): number {
  // A byte order mark is no JSON, but it is no mistake of the person who types, either.
  for (let at = offset === 0 && text.startsWith('\uFEFF') ? 1 : offset; ;) {
    at = endOfMatch(blank, text, at);
    const end = endOfMatch(comment, text, at);
    if (end === at) return at;
    const closed = text[at + 1] === '/' || (end - at >= 4 && text.endsWith('*/', end));
    report({ kind: closed ? 'comment' : 'unclosed-comment', start: at, end });
    at = end;
  }
}

function scanWord(text: string, start: number): Token {
  const end = endOfMatch(word, text, start);
  const source = text.slice(start, end);
  const span = { start, end, text: source };
  if (source === 'true' || source === 'false' || source === 'null') return { kind: source, ...span };
  if (numberLiteral.test(source)) return { kind: 'number', ...span };
  // Not reported here: only the parser knows whether a key or a value was wanted.
  return { kind: 'invalid', ...span };
}

function scanString(text: string, start: number, quote: string, report: Report): Token {
  if (quote === "'") return scanSingleQuoted(text, start, report);
  let value = '';
  for (let at = start + 1; ;) {
    const end = endOfMatch(plainCharacters, text, at);
    value += text.slice(at, end);
    at = end;
    const character = text[at];
    if (character === '"') return { kind: 'string', start, end: at + 1, text: value };
    if (character === "'") {
      value += character;
      at += 1;
    } else if (character === '\\') {
      const escape = decodeEscape(text, at);
      if (escape.value === undefined) report({ kind: 'bad-escape', start: at, end: escape.end });
      value += escape.value ?? '';
      at = escape.end;
    } else if (character === undefined || character === '\n' || character === '\r') {
      report({ kind: 'unclosed-string', start, end: at });
      return { kind: 'string', start, end: at, text: value, unclosed: true };
    } else {
      report({ kind: 'control-character', start: at, end: at + 1 });
      value += character;
      at += 1;
    }
  }
}

function scanSingleQuoted(text: string, start: number, report: Report): Token {
  const singleQuoted = /'(?:[^'\\\r\n]|\\[^\r\n])*'?/y;
  const end = endOfMatch(singleQuoted, text, start);
  report({ kind: 'single-quotes', start, end });
  const unclosed = end - start < 2 || !text.endsWith("'", end);
  return { kind: 'string', start, end, text: text.slice(start + 1, unclosed ? end : end - 1), unclosed };
}

function decodeEscape(text: string, at: number): { readonly value: string | undefined; readonly end: number } {
  const letter = text[at + 1];
  if (letter === 'u') {
    const digits = /[\dA-Fa-f]{0,4}/y;
    const end = endOfMatch(digits, text, at + 2);
    const value = end === at + 6 ? String.fromCharCode(Number.parseInt(text.slice(at + 2, end), 16)) : undefined;
    return { value, end };
  }
  if (letter === undefined || letter === '\n' || letter === '\r') return { value: undefined, end: at + 1 };
  return { value: escapes[letter], end: at + 2 };
}

/** Where a sticky pattern that matched at `offset` ends; `offset` itself when it did not match. */
function endOfMatch(sticky: RegExp, text: string, offset: number): number {
  sticky.lastIndex = offset;
  return sticky.test(text) ? sticky.lastIndex : offset;
}
