/**
 * Whether a name is read where it stands. Any other place may declare the name or give it another value. Languages have more forms for
 * that than anyone lists, so these are the forms that only a value has; the rest are taken for declarations.
 */
import type { Code } from './code.js';

/** Words that a value follows. Any other word before a name declares it, or says its type: `String key`, `as key`, `for key`. */
const beforeValue = new Set([
  ...['return', 'yield', 'await', 'throw', 'new', 'in', 'of', 'typeof', 'and', 'or', 'not', 'is', 'else'],
  ...['if', 'elif', 'while', 'switch', 'match', 'when', 'go', 'defer', 'assert', 'try'],
]);
const conditions = new Set(['if', 'elif', 'while', 'switch', 'match', 'when']);
/** Words that may follow a value. */
const behindValue = new Set(['and', 'or', 'if', 'is', 'else', 'not', 'as', 'in', 'for']);
/** Names in brackets behind these are bound. */
const binding = new Set([
  ...['for', 'foreach', 'catch', 'with', 'using', 'function', 'func', 'fun', 'fn', 'def', 'lambda', 'init', 'class'],
]);
/** Other macros of Rust may do what they like with names. */
const macros = /^(?:e?print(?:ln)?|format|write(?:ln)?|assert(?:_eq|_ne)?|vec|panic|dbg|info|debug|warn|error|trace)$/;
const MOST_STEPS = 64;

export class Uses {
  /** The brackets in which nothing but values stands: arguments, lists, objects, indices. */
  readonly #ofValues = new Set<number>();
  /** The name before type arguments, by the bracket behind them: `value<T>(…)`. */
  readonly #called = new Map<number, number>();

  constructor(private readonly code: Code) {
    for (const [at, { kind }] of code.tokens.entries()) {
      if (kind === 'name' && ['<', ':'].includes(code.textOf(at + 1))) {
        const open = code.argumentsBehind(at);
        if (open !== undefined) this.#called.set(open, at);
      }
      // Outer brackets come first.
      if (kind === 'open' && this.#isOfValues(at)) this.#ofValues.add(at);
    }
  }

  /** Whether the name at a place is read there. */
  isUse(at: number): boolean {
    return this.#isValue(this.#firstOf(at), at);
  }

  /** Whether a value that a name gets within a bracket is its own, and no default of a pattern. */
  mayDefine(open: number): boolean {
    const { code } = this;
    const isBlock = !/^(?:[([,:=]|const|let|var|)$/.test(code.textOf(open - 1));
    return code.textOf(open) !== '{' || isBlock || this.#ofValues.has(open);
  }

  /** @returns the names that are more than used or imported somewhere */
  bound(): ReadonlySet<string> {
    const { code } = this;
    const isBound = (at: number) => code.isName(at) && !this.isUse(at) && !isImported(code, at);
    return new Set(code.tokens.flatMap((_, at) => (isBound(at) ? [code.textOf(at)] : [])));
  }

  #firstOf(name: number): number {
    return this.code.receiverOf(name) ?? name;
  }

  #isOfValues(open: number): boolean {
    const { code } = this;
    const close = code.tokens[open]?.other;
    if (close === undefined || this.#hasParameters(open, close)) return false;
    const before = code.textOf(open - 1);
    const name = this.#called.get(open) ?? (code.isName(open - 1) ? open - 1 : undefined);
    if (code.textOf(open) === '[') {
      if (code.tokens[open - 1]?.kind === 'close' && code.isBeside(open - 1)) return true;
      const isIndex = name !== undefined && code.isBeside(open - 1);
      return this.#isValue(isIndex ? this.#firstOf(name) : open, close);
    }
    if (conditions.has(before) && code.textOf(open) === '(') return true;
    if (before === '!' && code.isName(open - 2)) return macros.test(code.textOf(open - 2));
    if (name === undefined || beforeValue.has(code.textOf(name))) return this.#isValue(open, close);
    return !binding.has(code.textOf(name)) && this.#isValue(this.#firstOf(name), close);
  }

  /** Closures: `|a, b| …` in Rust, `{ a, b -> … }` in Kotlin, `{ a, b in … }` in Swift. Each token is looked at for one bracket. */
  #hasParameters(open: number, close: number): boolean {
    const { code } = this;
    for (let at = open + 1; at < close; at = (code.tokens[at]?.other ?? at) + 1) {
      const text = code.textOf(at);
      if (text === '|' && code.textOf(at - 1) !== '|' && code.textOf(at + 1) !== '|') return true;
      if (code.textOf(open) === '{' && (text === 'in' || (text === '>' && code.textOf(at - 1) === '-'))) return true;
    }
    return false;
  }

  /** Whether the tokens from the first to the last one are, together, a value that is read. */
  #isValue(first: number, last: number): boolean {
    const { code } = this;
    // A hole of a text: `${FLAG}`.
    if (code.tokens[first - 1]?.kind === 'open' && code.tokens[first - 2]?.kind === 'piece') return true;
    if (this.#isOperand(first, last)) return true;
    const begins = this.#beginning(first, last);
    if (begins === undefined || (begins === 'element' && !this.#isElement(first))) return false;
    return this.#ends(first, last, begins);
  }

  /** Whether an operator or a member on one side says that it is read, whatever is on the other. */
  #isOperand(first: number, last: number): boolean {
    const { code } = this;
    const [earlier, before] = [code.textOf(first - 2), code.textOf(first - 1)];
    const [next, second] = [code.textOf(last + 1), code.textOf(last + 2)];
    if (/^[-+/%]$/.test(before) || (before === '!' && !code.isName(first - 2))) return true;
    if ((before === '=' && /^[=!<>]$/.test(earlier)) || (/^[&|?]$/.test(before) && earlier === before)) return true;
    const isDeclared = code.isName(first - 1) && !beforeValue.has(before) && code.isSameLine(first - 1, first);
    return !isDeclared && ((next === '.' && code.isName(last + 2)) || (/^[=!]$/.test(next) && second === '='));
  }

  #isElement(at: number): boolean {
    return this.#ofValues.has(this.code.tokens[at]?.within ?? -1);
  }

  /** @returns undefined if what stands before it may make it anything else */
  #beginning(first: number, last: number): 'value' | 'element' | 'statement' | undefined {
    const { code } = this;
    const [earlier, before, next] = [code.textOf(first - 2), code.textOf(first - 1), code.textOf(last + 1)];
    const open = code.tokens[first]?.within ?? -1;
    const isInBlock = open === -1 || code.textOf(open) === '{';
    switch (before) {
      case '?':
        // Not `String? key`.
        return next === ':' ? 'value' : undefined;
      case '=':
        return isInBlock ? 'value' : 'element';
      case '>':
        return earlier === '-' || earlier === '=' ? 'value' : undefined;
      case '&':
      case '*':
        return /^[([,=]$/.test(earlier) ? this.#beginning(first - 1, last) : undefined;
      case '@':
        return this.#beginning(first - 1, last);
      case '(':
      case '[':
      case ',':
        return 'element';
      case '{':
        return first === last && code.textOf(open - 1) !== '=' ? 'element' : 'statement';
      case ':':
        if (earlier === ':') return undefined;
        if (this.#isElse(first - 1)) return 'value';
        if (isInBlock && code.textOf(last) === ')' && (open === -1 || next === ';')) return 'statement';
        if (!isInBlock || this.#isElement(first)) return 'element';
        break;
      case 'case':
        return open !== -1 && next === ':' && code.isName(last) ? 'value' : undefined;
      case ')':
        if (conditions.has(code.textOf((code.tokens[first - 1]?.other ?? 0) - 1)) && first < last) return 'statement';
        break;
      default:
        if (code.isName(first - 1) && beforeValue.has(before)) return 'value';
    }
    const isFirst = /^[;}]?$/.test(before) || !code.isSameLine(first - 1, first);
    return isInBlock && isFirst && first < last ? 'statement' : undefined;
  }

  /** `a ? b : c` */
  #isElse(colon: number): boolean {
    const { code } = this;
    for (let at = colon - 1, steps = 0; steps < MOST_STEPS; steps += 1) {
      const token = code.tokens[at];
      if (token?.kind === 'close') at = token.other ?? at;
      else if (code.textOf(at) === '?') return at < colon - 1;
      else if (token === undefined || token.kind === 'open' || /^[;,]$/.test(code.textOf(at))) return false;
      at -= 1;
    }
    return false;
  }

  /** Whether what stands behind it leaves it a value. */
  #ends(first: number, last: number, begins: 'value' | 'element' | 'statement'): boolean {
    const { code } = this;
    const [before, next, second] = [code.textOf(first - 1), code.textOf(last + 1), code.textOf(last + 2)];
    const open = code.tokens[first]?.within ?? -1;
    const isInBlock = open === -1 || code.textOf(open) === '{';
    const isWord = code.isName(first - 1) && beforeValue.has(before);
    switch (next) {
      case '':
      case ';':
      case ')':
      case ']':
      case '}':
      case '[':
        return true;
      case ',':
        return !isInBlock || begins === 'element' || /^(?:=|return|yield)$/.test(before);
      case '.':
        return second !== '.';
      case '=':
        return second === '=' || (code.textOf(last) === ']' && code.isBeside((code.tokens[last]?.other ?? 0) - 1));
      case '!':
        return second === '=' || second === '.';
      case '<':
      case '>':
      case '%':
      case '/':
      case '*':
      case '+':
      case '-':
        return second !== next && (second !== '=' || '<>'.includes(next)) && !(next === '-' && second === '>');
      case '&':
      case '|':
        return second === next && code.textOf(last + 3) !== '=';
      case '?':
        return (
          (first < last || begins === 'value' || second === '.') && !(second === '?' && code.textOf(last + 3) === '=')
        );
      case ':':
        if (second === '=') return false;
        return second === ':' || before === '?' || before === 'case' || isWord;
      case '{':
        return isWord;
    }
    if (isInBlock && !code.isSameLine(last, last + 1)) return true;
    if (!code.isName(last + 1)) return false;
    // Objective-C has the next part of a method there: `[a b:FLAG c:d]`.
    return (begins !== 'statement' && behindValue.has(next)) || (before === ':' && second === ':');
  }
}

/** Whether a name comes from another file, where it is called so, too. */
function isImported(code: Code, at: number): boolean {
  if (code.textOf(at - 1) === 'as' && code.textOf(at - 2) !== '*') return false;
  return [at, code.tokens[at]?.within ?? -1].some((start) => {
    let first = start;
    for (let steps = 0; steps < MOST_IMPORTED && first > 0 && code.isSameLine(first - 1, first); steps += 1) first -= 1;
    return importing.has(code.textOf(first));
  });
}

const importing = new Set(['import', 'from', 'use', 'using', 'mod']);
const MOST_IMPORTED = 40;
