/**
 * Splits code of the supported languages into tokens, in linear time. The lexer reads everything once and never throws.
 * It does not recurse: open brackets and strings are on a stack, and the top of the stack decides how to continue.
 */
import { isBlank, isDigit, isNamePart, isNameStart } from './characters.js';
import { readComment } from './comments.js';
import type { Range, Token } from './cursor.js';
import { Cursor } from './cursor.js';
import { opensElement, readElement, readTag } from './jsx.js';
import type { Language } from './languages.js';
import { readRegexp } from './slashes.js';
import { opensFormat, opensString, readString } from './strings.js';

export interface Lexed {
  readonly text: string;
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly comments: readonly Range[];
  /** After this offset, code and text may have been confused. */
  readonly uncertainFrom: number;
  /** The offset up to which the text was read: less than its length if the text is too long or has escaped names. */
  readonly readTo: number;
}

/** The maximum number of tokens to read, because a file is read in one step. It corresponds to about 10,000 lines. */
const MAX_TOKENS = 100_000;
const brackets: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

export function lex(text: string, language: Language): Lexed {
  const cursor = new Cursor(text, language);
  while (cursor.at < text.length && cursor.tokens.length < MAX_TOKENS) step(cursor);
  for (const { from } of cursor.stack) cursor.doubt(from);
  const { tokens, comments, uncertainFrom, at, escapedAt } = cursor;
  const readTo = Math.min(at, escapedAt);
  return { text, language, tokens, comments, uncertainFrom: Math.min(uncertainFrom, readTo), readTo };
}

function step(cursor: Cursor): void {
  const frame = cursor.stack.at(-1);
  switch (frame?.kind) {
    case 'string':
    case 'format':
      return readString(cursor, frame);
    case 'element':
      return readElement(cursor);
    case 'tag':
      if (!isBlankOrComment(cursor)) readTag(cursor, frame);
      return;
    default:
      if (!isBlankOrComment(cursor)) readCode(cursor);
  }
}

function isBlankOrComment(cursor: Cursor): boolean {
  const { at } = cursor;
  while (isBlank(cursor.text.charCodeAt(cursor.at))) cursor.at += 1;
  return cursor.at > at || readComment(cursor);
}

function readCode(cursor: Cursor): void {
  const { text, at, character, language } = cursor;
  if (character === '/' && language.regexps && readRegexp(cursor)) return;
  if (character === '<' && language.jsx && opensElement(cursor)) return;
  if (opensString(cursor)) return;
  if (isNameStart(text.charCodeAt(at))) return cursor.pushName();
  if (isDigit(text.charCodeAt(at))) return cursor.push('number', endOfNumber(text, at));
  const closes = brackets[character];
  if (closes !== undefined) return cursor.open(1, closes);
  if (character === ')' || character === ']' || character === '}') return cursor.close();
  if (character === ':' && opensFormat(cursor)) return;
  if (cursor.startsWith('\\u')) cursor.escapedAt = Math.min(cursor.escapedAt, at);
  cursor.push('other', at + 1);
}

function endOfNumber(text: string, from: number): number {
  let hasPoint = false;
  for (let to = from; ; to += 1) {
    const character = text.charAt(to);
    if (isNamePart(text.charCodeAt(to)) || isSign(text, from, to)) continue;
    if (character !== '.' || hasPoint || !isDigit(text.charCodeAt(to + 1))) return to;
    hasPoint = true;
  }
}

function isSign(text: string, from: number, at: number): boolean {
  const isMark = text.charAt(at) === '+' || text.charAt(at) === '-';
  return (
    isMark && /e/i.test(text.charAt(at - 1)) && !/x/i.test(text.charAt(from + 1)) && isDigit(text.charCodeAt(at + 1))
  );
}
