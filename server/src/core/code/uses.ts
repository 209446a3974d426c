/**
 * Determines whether code reads a name, or declares or assigns the name. Languages have too many forms of declarations
 * to list all of them. This file lists the forms that only values have; any other form counts as a declaration.
 */
import type { Code } from './code.js';
import type { LanguageId } from './lexer/languages.js';
import { rulesOf } from './lexer/languages.js';
import { wordsBeforeValue, wordsAfterValue, binding, conditions, macros } from './valueWords.js';

const MAX_STEPS = 64;

export class Uses {
  /** Brackets that contain only values: arguments, lists, objects, indices. */
  readonly #ofValues = new Set<number>();
  readonly #loops = new Set<number>();
  /** The name before type arguments, by the bracket after them: `value<T>(…)`. */
  readonly #called = new Map<number, number>();

  constructor(private readonly code: Code) {
    for (const [at, { kind }] of code.tokens.entries()) {
      if (kind === 'name' && ['<', ':'].includes(code.textOf(at + 1))) {
        const open = code.openingBracketAfter(at);
        if (open !== undefined) this.#called.set(open, at);
      }
      // Enclosing brackets come first, so they are already classified.
      if (kind === 'open' && this.#isOfValues(at)) this.#ofValues.add(at);
    }
  }

  isUse(at: number): boolean {
    // The name may be a rest parameter: `(...flags) =>`.
    const isSpread = this.code.textOf(at - 1) === '.' && this.code.textOf(at - 2) === '.';
    return !isSpread && this.#isValue(this.#firstOf(at), at);
  }

  /** Whether `name = value` in these brackets defines the name, and is not a default in a pattern. */
  mayDefine(open: number): boolean {
    const { code } = this;
    const isBlock = !/^(?:[([,:=]|const|let|var|)$/.test(code.textOf(open - 1));
    return code.textOf(open) !== '{' || isBlock || this.#ofValues.has(open);
  }

  /** @returns names with an occurrence that is neither a use nor an import */
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
    const [mark, before] = [code.textOf(open), code.textOf(open - 1)];
    const name = this.#called.get(open) ?? (code.isName(open - 1) ? open - 1 : undefined);
    const isBehindName = name !== undefined && !wordsBeforeValue.has(code.textOf(name));
    if (isBehindName && binding.has(code.textOf(name))) return false;
    const first = isBehindName ? this.#firstOf(name) : open;
    if (mark === '{') return this.#isOfObject(first, close);
    if (mark === '[') {
      if (code.tokens[open - 1]?.kind === 'close' && code.isAdjacent(open - 1)) return true;
      // A computed key: `{ [FLAG]: 1 }`.
      if (/^[{,]$/.test(before) && code.textOf(close + 1) === ':' && this.#isScript) return true;
      return this.#isValue(isBehindName && code.isAdjacent(open - 1) ? first : open, close);
    }
    if (conditions.has(before)) return true;
    if (before === '!' && code.isName(open - 2)) return macros.test(code.textOf(open - 2));
    return this.#isValue(first, close);
  }

  /** Whether braces contain an object or a list, not a block: `T { a }`, `[]T{ a }`. */
  #isOfObject(named: number, close: number): boolean {
    const { code } = this;
    let first = named;
    for (let steps = 0; code.textOf(first - 1) === ']' && steps < MAX_STEPS; steps += 1) {
      first = code.tokens[first - 1]?.other ?? first;
      if (code.isName(first - 1) && code.isAdjacent(first - 1)) first -= 1;
    }
    const [earlier, before] = [code.textOf(first - 2), code.textOf(first - 1)];
    if (before === '=' && /^[=!<>]$/.test(earlier)) return false;
    return /^(?:[=([,:{&@]|export|return|new|yield|throw)$/.test(before) || code.textOf(first) === 'export'
      ? this.#isValue(first, close)
      : false;
  }

  #is(...languages: readonly LanguageId[]): boolean {
    return languages.some((language) => rulesOf(language) === this.code.lexed.language);
  }

  get #isScript(): boolean {
    return this.#is('javascript', 'typescript', 'typescriptreact');
  }

  /** Whether a closure's parameters follow: `|a, b| …` in Rust, `{ a, b -> … }` in Kotlin, `{ a, b in … }` in Swift. */
  #hasParameters(open: number, close: number): boolean {
    const { code } = this;
    for (let at = open + 1; at < close; at = (code.tokens[at]?.other ?? at) + 1) {
      const text = code.textOf(at);
      if (text === 'for') this.#loops.add(open);
      if (text === '|' && code.textOf(at - 1) !== '|' && code.textOf(at + 1) !== '|') return true;
      if (code.textOf(open) === '{' && (text === 'in' || (text === '>' && code.textOf(at - 1) === '-'))) return true;
    }
    return false;
  }

  /** Whether the tokens from `first` to `last` together are a value that is read. */
  #isValue(first: number, last: number): boolean {
    const { code } = this;
    // A hole in a string or in JSX: `${FLAG}`, `on={FLAG}`.
    const [around, hole] = [code.tokens[first - 2], code.tokens[first - 1]];
    const isInHole = hole?.kind === 'open' && (around?.kind === 'piece' || around?.kind === 'text');
    if (isInHole && (hole.other === last + 1 || (around.kind === 'piece' && /^[!:]$/.test(code.textOf(last + 1)))))
      return true;
    if (this.#isOperand(first, last)) return true;
    const begins = this.#beginning(first, last);
    if (begins === undefined || (begins === 'element' && !this.#isElement(first))) return false;
    return this.#ends(first, last, begins);
  }

  /** Whether an operator or member access on one side shows that a value is read, regardless of the other side. */
  #isOperand(first: number, last: number): boolean {
    const { code } = this;
    const [earlier, before] = [code.textOf(first - 2), code.textOf(first - 1)];
    const [next, second] = [code.textOf(last + 1), code.textOf(last + 2)];
    // Exclude `++flag`.
    if (/^[-+/%]$/.test(before) && earlier !== before) return true;
    if ((before === '!' && !code.isName(first - 2)) || (before === '@' && this.#isCall(last))) return true;
    if ((before === '=' && /^[=!<>]$/.test(earlier)) || (/^[&|?]$/.test(before) && earlier === before)) return true;
    if (before === ':' && earlier === '?' && code.isAdjacent(first - 2)) return true;
    const isDeclared = code.isName(first - 1) && !wordsBeforeValue.has(before) && code.isSameLine(first - 1, first);
    return (
      !isDeclared &&
      ((next === '.' && code.isName(last + 2)) || (/^[=!]$/.test(next) && second === '=' && code.isAdjacent(last + 1)))
    );
  }

  #isElement(at: number): boolean {
    return this.#ofValues.has(this.code.tokens[at]?.within ?? -1);
  }

  /** @returns the kind of value that begins here; undefined if the preceding tokens may make it something else */
  #beginning(first: number, last: number): 'value' | 'element' | 'statement' | undefined {
    const { code } = this;
    const [earlier, before, next] = [code.textOf(first - 2), code.textOf(first - 1), code.textOf(last + 1)];
    const open = code.tokens[first]?.within ?? -1;
    const isInBlock = open === -1 || code.textOf(open) === '{';
    switch (before) {
      case '?':
        // Exclude `String? key`.
        return next === ':' ? 'value' : undefined;
      case '=':
        // In Python brackets, `=` may precede a default, but in `case A(x=flag)`, it precedes a pattern.
        return isInBlock || !this.#is('python') ? 'value' : 'element';
      case '>':
        return earlier === '-' || earlier === '=' ? 'value' : undefined;
      case '&':
      case '*':
        // Code may write through an address; in Rust, only through `&mut`.
        if (before === '&' && !this.#is('rust')) return undefined;
        return /^[([,=]$/.test(earlier) ? this.#beginning(first - 1, last) : undefined;
      case '@':
        return this.#beginning(first - 1, last);
      case ',':
        return this.#loops.has(open) ? undefined : 'element';
      case '(':
      case '[':
        return 'element';
      case '{':
        return code.isName(last) || code.textOf(last) === '}' ? 'element' : 'statement';
      case ':':
        if (earlier === ':') return undefined;
        if (this.#isElse(first - 1)) return 'value';
        if (isInBlock && code.textOf(last) === ')' && (open === -1 || next === ';')) return 'statement';
        if (!isInBlock || this.#isElement(first)) return 'element';
        break;
      case 'case':
        return code.textOf(open) === '{' && next === ':' && code.isName(last) ? 'value' : undefined;
      case ')':
        if (conditions.has(code.textOf((code.tokens[first - 1]?.other ?? 0) - 1)) && (first < last || next === 'else'))
          return 'statement';
        break;
      case 'const':
        // A call of a constant constructor: `const Text(flag)`.
        return code.textOf(last) === ')' ? 'element' : undefined;
      default:
        if (code.isName(first - 1) && wordsBeforeValue.has(before)) return 'value';
    }
    const isFirst = /^[;}]?$/.test(before) || !code.isSameLine(first - 1, first);
    return isInBlock && isFirst && !code.isName(last) ? 'statement' : undefined;
  }

  /** Whether the colon belongs to `a ? b : c`. */
  #isElse(colon: number): boolean {
    const { code } = this;
    for (let at = colon - 1, steps = 0; steps < MAX_STEPS; steps += 1) {
      const token = code.tokens[at];
      if (token?.kind === 'close') at = token.other ?? at;
      else if (code.textOf(at) === '?') return at < colon - 1;
      else if (token === undefined || token.kind === 'open' || /^[;,]$/.test(code.textOf(at))) return false;
      at -= 1;
    }
    return false;
  }

  /** Whether the tokens that follow a possible value show that it is a value. */
  #ends(first: number, last: number, begins: 'value' | 'element' | 'statement'): boolean {
    const { code } = this;
    const [before, next, second] = [code.textOf(first - 1), code.textOf(last + 1), code.textOf(last + 2)];
    const open = code.tokens[first]?.within ?? -1;
    const isInBlock = open === -1 || code.textOf(open) === '{';
    const isWord = code.isName(first - 1) && wordsBeforeValue.has(before);
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
        return (second === '=' && code.isAdjacent(last + 1)) || this.#isIndexed(last);
      case '!':
        return (second === '=' && code.isAdjacent(last + 1)) || second === '.' || first < last;
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
        // In Python, Go, Swift or Dart, a key is a value; in JavaScript, it is only a name.
        if (begins === 'element' && /^[[{]$/.test(code.textOf(open)) && !this.#isScript) return true;
        return (
          second === ':' ||
          before === '?' ||
          before === 'case' ||
          (isInBlock && /^(?:el)?if|while|in|not|and|or|is$/.test(before))
        );
      case '{':
        // A block may follow a value: `if let v = map[flag] {`, `remember(flag) {`.
        if (before === '=' && (this.#isIndexed(last) || code.isName((code.tokens[last]?.other ?? 0) - 1))) return true;
        return isWord || (first < last && this.#is('kotlin', 'swift'));
      case 'in':
        if (begins === 'statement' || [',', '*', 'await', 'try'].includes(before)) return false;
    }
    if (isInBlock && !code.isSameLine(last, last + 1)) return true;
    if (!code.isName(last + 1)) return false;
    // In Objective-C, the next part of the method follows: `[a b:FLAG c:d]`.
    if (this.#is('objective-c', 'objective-cpp') && (before === '[' || (before === ':' && second === ':'))) return true;
    return (begins !== 'statement' || next === 'else') && wordsAfterValue.has(next);
  }

  /** Whether the bracket closes a call such as `name(…)`, without white space before the arguments. */
  #isCall(last: number): boolean {
    const open = this.code.tokens[last]?.other ?? 0;
    return this.code.textOf(last) === ')' && this.code.isName(open - 1) && this.code.isAdjacent(open - 1);
  }

  /** Whether the bracket closes an index such as `map[flag]`. */
  #isIndexed(last: number): boolean {
    const { code } = this;
    const open = code.tokens[last]?.other ?? 0;
    return code.textOf(last) === ']' && code.isName(open - 1) && code.isAdjacent(open - 1);
  }
}

/** Whether the name is imported from another file without being renamed. */
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
