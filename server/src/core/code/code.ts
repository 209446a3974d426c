/** Finds the receivers, names, brackets and arguments around tokens. */
import type { Token } from './lexer/cursor.js';
import type { Lexed } from './lexer/lexer.js';

/** An argument as a range of token indices; `to` is exclusive. */
export interface Argument {
  readonly name?: string;
  readonly from: number;
  readonly to: number;
}

/** The maximum number of tokens to examine in type arguments and receivers. */
const MAX_STEPS = 64;

export class Code {
  readonly tokens: readonly Token[];
  /** The last arguments found, cached because a hundred wrappers may need the arguments of the same call. */
  #asked: { readonly open: number; readonly found: readonly Argument[] | undefined } | undefined;

  constructor(readonly lexed: Lexed) {
    this.tokens = lexed.tokens;
  }

  textOf(at: number): string {
    const token = this.tokens[at];
    return token === undefined ? '' : this.lexed.text.slice(token.from, token.to);
  }

  isName(at: number): boolean {
    return this.tokens[at]?.kind === 'name';
  }

  /** Whether the next token follows without white space. */
  isAdjacent(at: number): boolean {
    return this.tokens[at]?.to === this.tokens[at + 1]?.from;
  }

  isSameLine(first: number, second: number): boolean {
    return !/[\n\r]/.test(this.lexed.text.slice(this.tokens[first]?.to, this.tokens[second]?.from));
  }

  receiverText(first: number, method: number): string {
    const last = this.separatorBefore(method) ?? method;
    return this.lexed.text.slice(this.tokens[first]?.from, this.tokens[last - 1]?.to);
  }

  /** @returns the first token of the separator (`a.b`, `a?.b`, `a::b`, `a->b`); undefined if no separator precedes */
  separatorBefore(at: number): number | undefined {
    const mark = this.textOf(at - 1);
    if (mark === '.') return ['?', '!'].includes(this.textOf(at - 2)) ? this.#beforeMarks(at - 2) : at - 1;
    if (mark === ':' && this.textOf(at - 2) === ':') return at - 2;
    return mark === '>' && this.textOf(at - 2) === '-' ? at - 2 : undefined;
  }

  /** @returns the first token of the method's receiver; undefined if it has no receiver */
  receiverOf(method: number): number | undefined {
    let first: number | undefined;
    let separator = this.separatorBefore(method);
    for (let steps = 0; separator !== undefined && separator > 0 && steps < MAX_STEPS; steps += 1) {
      first = separator - 1;
      // Skip calls and indices: `a(…)[…].b`.
      for (; this.tokens[first]?.kind === 'close' && steps < MAX_STEPS; steps += 1) {
        const open: number = this.tokens[first]?.other ?? first;
        const isCalled = this.isName(open - 1) || this.tokens[open - 1]?.kind === 'close';
        first = isCalled && this.textOf(first) !== '}' ? open - 1 : open;
        if (!isCalled) break;
      }
      separator = this.separatorBefore(first);
    }
    return first;
  }

  /** @returns the names before a method, with the nearest name first: `b`, `a` for `a.b.method` */
  namesBefore(method: number, most: number): readonly string[] {
    const names: string[] = [];
    let separator = this.separatorBefore(method);
    while (separator !== undefined && names.length < most && this.isName(separator - 1)) {
      names.push(this.textOf(separator - 1));
      separator = this.separatorBefore(separator - 1);
    }
    return names;
  }

  /** @returns the opening bracket after a name and its type arguments; undefined if something else follows */
  openingBracketAfter(name: number): number | undefined {
    const colons = this.textOf(name + 1) === ':' && this.textOf(name + 2) === ':' ? 2 : 0;
    const at = this.#behindTypes(name + 1 + colons) ?? name + 1;
    return this.tokens[at]?.kind === 'open' && this.textOf(at) === '(' ? at : undefined;
  }

  /** @returns the arguments in the brackets; undefined if the bracket is not closed */
  argumentsIn(open: number): readonly Argument[] | undefined {
    if (this.#asked?.open !== open) this.#asked = { open, found: this.#argumentsIn(open) };
    return this.#asked.found;
  }

  #argumentsIn(open: number): readonly Argument[] | undefined {
    const close = this.tokens[open]?.other;
    if (close === undefined) return undefined;
    const found: Argument[] = [];
    let from = open + 1;
    for (let at = from; at <= close; at += 1) {
      if (at === close || this.textOf(at) === ',') {
        if (at > from) found.push(this.#argument(from, at));
        from = at + 1;
      } else at = this.#behindTypesOfCall(at) ?? this.tokens[at]?.other ?? at;
    }
    return found;
  }

  #argument(from: number, to: number): Argument {
    const { naming } = this.lexed.language;
    const isNamed =
      naming !== undefined && this.isName(from) && this.textOf(from + 1) === naming && this.textOf(from + 2) !== naming;
    return isNamed && from + 2 < to ? { name: this.textOf(from), from: from + 2, to } : { from, to };
  }

  /** Skips the type arguments of a call: in `new HashMap<String, Object>()`, the comma does not separate arguments. */
  #behindTypesOfCall(at: number): number | undefined {
    if (this.textOf(at) !== '<' || !this.isName(at - 1)) return undefined;
    const behind = this.#behindTypes(at);
    const next = behind === undefined ? '' : this.textOf(behind);
    return behind !== undefined && ['(', '{', '[', '.', ':'].includes(next) ? behind - 1 : undefined;
  }

  /** @returns the index after `<…>`; undefined if the brackets contain more than types */
  #behindTypes(open: number): number | undefined {
    if (this.textOf(open) !== '<') return undefined;
    let depth = 0;
    for (let at = open; at < open + MAX_STEPS; at += 1) {
      const text = this.textOf(at);
      if (text === '<') depth += 1;
      else if (text === '>') depth -= 1;
      else if (!this.isName(at) && !'.,?:&|[]'.includes(text || ' ')) return undefined;
      if (depth === 0) return at + 1;
    }
    return undefined;
  }

  /** The index of the first mark before a dot. There may be two marks: `a?!.b`, `a!!.b`. */
  #beforeMarks(last: number): number {
    return ['?', '!'].includes(this.textOf(last - 1)) ? last - 1 : last;
  }
}
