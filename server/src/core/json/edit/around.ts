/**
 * What the reader expects at an offset, told from the tokens before it alone: what stands behind the cursor may be broken by what is being
 * typed there.
 */
import type { JsonDocument } from '../document.js';
import type { Span } from '../nodes.js';
import { Reader } from '../read/read.js';
import { commentAt, endOfBlanks, endOfPlainString, endOfPunctuation, endOfWord, oddString } from '../read/tokens.js';

export interface Around {
  /** Where the token begins or, without one, at the offset: a colon behind a key, a comma behind a whole value. */
  readonly expected: 'key' | 'colon' | 'value' | 'comma';
  readonly container: Reader['top']['kind'];
  /** The end of the token before that. */
  readonly previousEnd: number;
  /** The string or word that the offset is in or at an end of. */
  readonly token: Token | undefined;
}

export interface Token extends Span {
  readonly kind: 'string' | 'word';
  /** Of a string, whether it has a closing quote; perhaps it is another one's opening quote. */
  readonly closed: boolean;
}

/** Undefined inside a comment, behind a string that may go on there, and where the reader had given up. */
export function around({ text, readTo }: JsonDocument, offset: number): Around | undefined {
  if (offset > readTo) return undefined;
  const reader = new Reader(text);
  const answer = (token?: Token): Around => ({
    expected: expectations[reader.expected],
    container: reader.top.kind,
    previousEnd: reader.previousEnd,
    token,
  });
  for (;;) {
    reader.at = endOfBlanks(text, reader.at);
    if (reader.at > offset || reader.at >= text.length) return answer();
    const comment = commentAt(text, reader.at);
    if (comment !== undefined) {
      if (isInside(comment, offset, text)) return undefined;
      reader.at = comment.end;
      continue;
    }
    const token = tokenAt(text, reader.at);
    if (token !== undefined && token.end >= offset) return answer(token);
    // Perhaps the punctuation behind a string without an end is still in it.
    if (token?.closed === false && endOfPunctuation(text, token.end) >= offset) return undefined;
    if (token === undefined && reader.at === offset) return answer();
    reader.token();
  }
}

const expectations: Readonly<Record<Reader['expected'], Around['expected']>> = {
  key: 'key',
  'key-or-end': 'key',
  colon: 'colon',
  value: 'value',
  'value-or-end': 'value',
  'comma-or-end': 'comma',
  end: 'comma',
};

/** Where the first token at or behind an offset begins; the length of the text when there is none. */
export function tokenFrom(text: string, offset: number): number {
  for (let at = offset; ;) {
    at = endOfBlanks(text, at);
    const comment = commentAt(text, at);
    if (comment === undefined) return at;
    at = comment.end;
  }
}

/** The string or word that begins at an offset; undefined at a bracket, colon or comma and at the end. */
export function tokenAt(text: string, start: number): Token | undefined {
  const character = text[start];
  if (character === undefined || '{}[],:'.includes(character)) return undefined;
  if (character !== '"' && character !== "'") return { kind: 'word', start, end: endOfWord(text, start), closed: true };
  const plainEnd = character === '"' ? endOfPlainString(text, start) : -1;
  if (plainEnd !== -1) return { kind: 'string', start, end: plainEnd, closed: true };
  const { end, endsWith } = oddString(text, start, () => undefined);
  return { kind: 'string', start, end, closed: endsWith === 'quote' };
}

/** The end of a line comment is still in it. */
function isInside({ start, end }: Span, offset: number, text: string): boolean {
  return start < offset && (offset < end || (offset === end && text.startsWith('//', start)));
}
