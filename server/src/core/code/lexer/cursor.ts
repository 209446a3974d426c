/** The state of a lexer: tokens read, open brackets and strings, and the current offset. */
import { isNamePart } from './characters.js';
import type { Language, StringRules } from './languages.js';

export interface Token {
  /** `piece`: text of a string outside of its holes, which contain code. `text`: text and tags of JSX. */
  readonly kind: 'name' | 'number' | 'string' | 'character' | 'piece' | 'regexp' | 'text' | 'open' | 'close' | 'other';
  readonly from: number;
  readonly to: number;
  /** The content of a string or of its first piece, if it has neither escapes nor line breaks. */
  readonly value?: string | undefined;
  /** The token index of the enclosing opening bracket; -1 outside of all brackets. */
  readonly within: number;
  /** The token index of the matching bracket. */
  other?: number;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

export type Frame =
  | { readonly kind: 'bracket'; readonly from: number; readonly closes: string; readonly token: number }
  | { readonly kind: 'string'; readonly from: number; readonly rules: StringRules; hasHoles: boolean }
  /** A format, which is the text after a colon in a hole of a string. */
  | { readonly kind: 'format'; readonly from: number; readonly rules: StringRules; hasHoles: boolean }
  | { readonly kind: 'tag'; readonly from: number; readonly closing: boolean; angles: number }
  | { readonly kind: 'element'; readonly from: number };

/** The maximum number of unclosed brackets that are skipped to find the match of a closing bracket. */
const MOST_UNCLOSED = 32;

export class Cursor {
  readonly tokens: Token[] = [];
  readonly comments: Range[] = [];
  readonly stack: Frame[] = [];
  uncertainFrom = Infinity;
  /** The offset of the first escape outside of strings, as in `boolean\u0056alue`. Names with escapes are not found. */
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
