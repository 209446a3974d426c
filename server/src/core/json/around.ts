/**
 * What the reader expects at an offset, told from the tokens before it alone: what stands behind the cursor may be broken by
 * what is being typed there. Reads from the start of the chunk, where no token goes on from before.
 */
import type { JsonDocument } from './document.js';
import type { Span } from './nodes.js';
import { Reader } from './read.js';
import type { OpenContainer } from './chunk.js';
import { textStart } from './text.js';
import { commentAt, endOfBlanks, endOfPlainString, endOfPunctuation, endOfWord, oddString } from './tokens.js';

export interface Around {
  /** Where the token begins or, without one, at the offset: a colon behind a key, a comma behind a whole value. */
  readonly expected: 'key' | 'colon' | 'value' | 'comma';
  readonly container: OpenContainer['kind'];
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
export function around({ text, chunks, starts }: JsonDocument, offset: number): Around | undefined {
  const { index, offset: start } = starts.findLast((each) => each.offset < offset) ?? textStart;
  const open = chunks[index]?.openAtStart;
  if (open === undefined) return undefined;
  const rest = text.slice(start);
  const reader = new Reader(rest, open, { atEnd: true, mayEndComment: false });
  const answer = (token?: Token): Around => ({
    expected: expectations[reader.expected],
    container: reader.top.kind,
    previousEnd: start + reader.previousEnd,
    token: token && { ...token, start: start + token.start, end: start + token.end },
  });
  for (const end = offset - start; ;) {
    reader.at = endOfBlanks(rest, reader.at);
    if (reader.at > end || reader.at >= rest.length) return answer();
    const comment = commentAt(rest, reader.at);
    if (comment !== undefined) {
      if (isInside(comment, end, rest)) return undefined;
      reader.at = comment.end;
      continue;
    }
    const token = tokenAt(rest, reader.at);
    if (token !== undefined && token.end >= end) return answer(token);
    // Perhaps the punctuation behind a string without an end is still in it.
    if (token?.closed === false && endOfPunctuation(rest, token.end) >= end) return undefined;
    if (token === undefined && reader.at === end) return answer();
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
