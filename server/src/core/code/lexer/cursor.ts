/** What a lexer has read, what is open, and where it goes on. */
import { isNamePart } from './characters.js';
import type { Language, StringRules } from './languages.js';

export interface Token {
  /** A `piece` is what a string that holds code has before, between and behind its holes; `text` is what JSX shows, and its tags. */
  readonly kind: 'name' | 'number' | 'string' | 'character' | 'piece' | 'regexp' | 'text' | 'open' | 'close' | 'other';
  readonly from: number;
  readonly to: number;
  /** What a string, or the first piece of one, says if it has neither escapes nor line breaks. */
  readonly value?: string | undefined;
  /** The index of the opening bracket around it, -1 outside of all. */
  readonly within: number;
  /** Of a bracket: the index of the other one of its pair. */
  other?: number;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

export type Frame =
  | { readonly kind: 'bracket'; readonly from: number; readonly closes: string; readonly token: number }
  | { readonly kind: 'string'; readonly from: number; readonly rules: StringRules; hasHoles: boolean }
  /** What follows a colon in a hole of a string. */
  | { readonly kind: 'format'; readonly from: number; readonly rules: StringRules; hasHoles: boolean }
  | { readonly kind: 'tag'; readonly from: number; readonly closing: boolean; angles: number }
  | { readonly kind: 'element'; readonly from: number };

/** How many brackets that are not closed are looked through for the one that is. */
const MOST_UNCLOSED = 32;

export class Cursor {
  readonly tokens: Token[] = [];
  readonly comments: Range[] = [];
  /** What is open, the innermost last. */
  readonly stack: Frame[] = [];
  uncertainFrom = Infinity;
  /** The first escape outside of texts, as in `boolean\u0056alue`: names that have one are not found. */
  escapedAt = Infinity;
  at = 0;
  #within = -1;

  constructor(
    readonly text: string,
    readonly language: Language,
  ) {}

  get character(): string {
    return this.text.charAt(this.at);
  }

  doubt(from: number): void {
    this.uncertainFrom = Math.min(this.uncertainFrom, from);
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  last(back = 1): Token | undefined {
    return this.tokens[this.tokens.length - back];
  }

  textOf(token: Token | undefined): string {
    return token === undefined ? '' : this.text.slice(token.from, token.to);
  }

  push(kind: Token['kind'], to: number, from = this.at, value?: string): void {
    this.tokens.push({ kind, from, to, value, within: this.#within });
    this.at = to;
  }

  pushName(): void {
    let to = this.at + 1;
    while (isNamePart(this.text.charCodeAt(to))) to += 1;
    this.push('name', to);
  }

  pushComment(to: number): void {
    this.comments.push({ from: this.at, to });
    this.at = to;
  }

  open(length: number, closes: string): void {
    const token = this.tokens.length;
    this.stack.push({ kind: 'bracket', from: this.at, closes, token });
    this.push('open', this.at + length);
    this.#within = token;
  }

  close(): void {
    const { stack, character } = this;
    let depth = 1;
    const fits = (frame: Frame | undefined) => frame?.kind === 'bracket' && frame.closes === character;
    while (depth < MOST_UNCLOSED && stack.at(-depth)?.kind === 'bracket' && !fits(stack.at(-depth))) depth += 1;
    const frame = stack.at(-depth);
    if (frame?.kind !== 'bracket' || !fits(frame)) {
      this.doubt(this.at);
      return this.push('other', this.at + 1);
    }
    for (const unclosed of stack.splice(-depth).slice(1)) this.doubt(unclosed.from);
    const opening = this.tokens[frame.token];
    this.#within = opening?.within ?? -1;
    if (opening) opening.other = this.tokens.length;
    this.tokens.push({ kind: 'close', from: this.at, to: this.at + 1, within: this.#within, other: frame.token });
    this.at += 1;
  }
}
