/** Finds the syntax expected at an offset. Reads only the text before the offset, because the rest may be broken. */
import type { JsonDocument } from '../document.js';
import type { Span } from '../nodes.js';
import { Reader } from '../read/read.js';
import { commentAt, endOfBlanks, endOfPlainString, endOfPunctuation, endOfWord, oddString } from '../read/tokens.js';

export interface Around {
  /** The syntax expected at the start of `token` or, without a token, at the offset. After a value, it is `comma`. */
  readonly expected: 'key' | 'colon' | 'value' | 'comma';
  readonly container: Reader['top']['kind'];
  /** Offset at which the preceding token ends. */
  readonly previousEnd: number;
  /** The string or word that contains or touches the offset. */
  readonly token: Token | undefined;
}

export interface Token extends Span {
  readonly kind: 'string' | 'word';
  /** Whether the string has a closing quote, which may actually be the opening quote of the next string. */
  readonly closed: boolean;
}

/** @returns undefined in a comment, after an unclosed string that may continue, and beyond the text that was parsed */
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
    // Punctuation after an unclosed string may be part of the string.
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

/** The start of the first token at or after the offset, or the length of the text if no token is left. */
export function tokenFrom(text: string, offset: number): number {
  for (let at = offset; ;) {
    at = endOfBlanks(text, at);
    const comment = commentAt(text, at);
    if (comment === undefined) return at;
    at = comment.end;
  }
}

/** @returns the string or word at `start`; undefined at a bracket, colon or comma, and at the end of the text */
export function tokenAt(text: string, start: number): Token | undefined {
  const character = text[start];
  if (character === undefined || '{}[],:'.includes(character)) return undefined;
  if (character !== '"' && character !== "'") return { kind: 'word', start, end: endOfWord(text, start), closed: true };
  const plainEnd = character === '"' ? endOfPlainString(text, start) : -1;
  if (plainEnd !== -1) return { kind: 'string', start, end: plainEnd, closed: true };
  const { end, endsWith } = oddString(text, start, () => undefined);
  return { kind: 'string', start, end, closed: endsWith === 'quote' };
}

/** Whether the offset is inside a comment. The end of a line comment counts as inside. */
function isInside({ start, end }: Span, offset: number, text: string): boolean {
  return start < offset && (offset < end || (offset === end && text.startsWith('//', start)));
}
