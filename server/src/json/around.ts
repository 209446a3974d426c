/**
 * What the reader expects at an offset, told from the tokens before it alone: what stands behind the cursor may be broken by
 * what is being typed there. Reads from the start of the segment, where no token goes on from before.
 */
import type { JsonDocument } from './document.js';
import type { Span } from './nodes.js';
import { Kind } from './records.js';
import type { OpenContainer } from './segment.js';
import { commentAt, endOfBlanks, endOfPlainString, endOfPunctuation, endOfWord, oddString } from './tokens.js';

/** `colon`: behind a key; `comma`: behind a whole value. */
export type Expected = 'key' | 'colon' | 'value' | 'comma';

export interface Around {
  /** Where the token begins or, without one, at the offset. */
  readonly expected: Expected;
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
export function around(document: JsonDocument, offset: number): Around | undefined {
  const { start, before } = segmentStart(document, offset) ?? {};
  if (start === undefined || before === undefined) return undefined;
  return new Scan(document.text, start, before).upTo(offset);
}

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

function segmentStart(
  { segments }: JsonDocument,
  offset: number,
): { start: number; before: OpenContainer } | undefined {
  let start = 0;
  for (const { text, openAtStart } of segments) {
    if (offset <= start + text.length) return openAtStart && { start, before: openAtStart };
    start += text.length;
  }
  return undefined;
}

class Scan {
  private expected: Expected = 'value';
  private previousEnd: number;
  /** Opened since the start, innermost last; around them is `outer`. */
  private readonly inner: (typeof Kind.object | typeof Kind.array)[] = [];

  constructor(
    private readonly text: string,
    private at: number,
    private outer: OpenContainer,
  ) {
    this.previousEnd = at;
    if (at === 0 && text.startsWith('\uFEFF')) this.at = 1;
  }

  upTo(offset: number): Around | undefined {
    for (;;) {
      this.at = endOfBlanks(this.text, this.at);
      if (this.at > offset || this.at >= this.text.length) return this.answer(undefined);
      const comment = commentAt(this.text, this.at);
      if (comment !== undefined) {
        if (isInside(comment, offset, this.text)) return undefined;
        this.at = comment.end;
        continue;
      }
      const token = tokenAt(this.text, this.at);
      if (token !== undefined && token.end >= offset) return this.answer(token);
      // Perhaps the punctuation behind a string without an end is still in it.
      if (token?.closed === false && endOfPunctuation(this.text, token.end) >= offset) return undefined;
      if (token === undefined && this.at === offset) return this.answer(undefined);
      if (token === undefined) this.punctuation(this.text.charAt(this.at));
      else this.scalar();
      this.at = token?.end ?? this.at + 1;
      this.previousEnd = this.at;
    }
  }

  private answer(token: Token | undefined): Around {
    return { expected: this.expected, container: this.container, previousEnd: this.previousEnd, token };
  }

  private get container(): OpenContainer['kind'] {
    return this.inner.at(-1) ?? this.outer.kind;
  }

  private scalar(): void {
    const isKey = this.container === Kind.object && (this.expected === 'key' || this.expected === 'comma');
    this.expected = isKey ? 'colon' : 'comma';
  }

  private punctuation(character: string): void {
    switch (character) {
      case '{':
        this.inner.push(Kind.object);
        this.expected = 'key';
        return;
      case '[':
        this.inner.push(Kind.array);
        this.expected = 'value';
        return;
      case ',':
        this.expected = this.container === Kind.object ? 'key' : 'value';
        return;
      case ':':
        this.expected = 'value';
        return;
      default:
        return this.close(character === '}' ? Kind.object : Kind.array);
    }
  }

  /** One that closes nothing says nothing. */
  private close(kind: typeof Kind.object | typeof Kind.array): void {
    if (this.container !== kind) return;
    if (this.inner.pop() === undefined) this.outer = this.outer.up ?? this.outer;
    this.expected = 'comma';
  }
}

/** The end of a line comment is still in it. */
function isInside({ start, end }: Span, offset: number, text: string): boolean {
  return start < offset && (offset < end || (offset === end && text.startsWith('//', start)));
}
