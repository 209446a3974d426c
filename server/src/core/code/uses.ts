/** Whether a name is used where it stands: not declared, bound, assigned or a label. What is not understood counts as no use. */
import type { Code } from './code.js';

const functions = new Set([
  ...['function', 'func', 'fun', 'fn', 'def', 'lambda', 'async', 'init', 'catch', 'import', 'let', 'var'],
]);
const conditions = new Set(['if', 'while', 'for', 'switch', 'when', 'match', 'with', 'foreach', 'elif']);
/** Words that an expression may follow. Any other word before a name declares it, or says its type: `String key`, `as key`, `for key`. */
const expecting = new Set([
  ...['return', 'yield', 'await', 'throw', 'case', 'default', 'else', 'when', 'if', 'elif', 'while', 'typeof', 'echo'],
  ...['and', 'or', 'not', 'is'],
]);
/** Words that may follow an expression. */
const following = new Set(['and', 'or', 'if', 'is', 'else', 'not', 'as']);

/** @param binding the brackets that bind the names in them */
export function isUse(code: Code, at: number, binding: ReadonlySet<number>): boolean {
  const isQualified = code.separatorBefore(at) !== undefined;
  if (isQualified && code.textOf(at - 2) === '.') return false;
  return isReadBehind(code, at) && (isQualified || isReadBefore(code, at, binding));
}

function isReadBehind(code: Code, at: number): boolean {
  const [before, next, second] = [code.textOf(at - 1), code.textOf(at + 1), code.textOf(at + 2)];
  // Objective-C has the next part of a method there: `[a b:FLAG c:d]`.
  if (code.isName(at + 1) && code.isSameLine(at, at + 1)) {
    return following.has(next) || (before === ':' && second === ':') || (next === 'in' && expecting.has(before));
  }
  switch (next) {
    case '=':
      return second === '=';
    case '-':
      return second !== '>' && second !== '=';
    case ',':
      // `if flag, ok := …`
      return code.textOf(at + 3) !== ':' || code.textOf(at + 4) !== '=';
    case ':':
      return second === ':' || before === '?' || (second !== '=' && expecting.has(before)) || isCompared(code, at);
    case '+':
    case '?':
    case '|':
    case '&':
      return code.textOf(at + (second === next ? 3 : 2)) !== '=';
    default:
      return true;
  }
}

function isReadBefore(code: Code, at: number, binding: ReadonlySet<number>): boolean {
  const open = code.tokens[at]?.within ?? -1;
  const isBound = binding.has(open);
  const [earlier, before, next] = [code.textOf(at - 2), code.textOf(at - 1), code.textOf(at + 1)];
  const goesOn = ['.', '(', '[', '='].includes(next);
  const isFirst = at === 0 || !code.isSameLine(at - 1, at);
  // In a hole of a text: `${FLAG}`.
  if (code.tokens[at - 2]?.kind === 'piece' && code.tokens[at - 1]?.kind === 'open') return true;
  switch (before) {
    case '{':
      return goesOn || (earlier === '=' && !isBound);
    case ',':
      return open !== -1 && code.textOf(open) !== '{' && !isBound;
    case '(':
    case '[':
      return !isBound;
    case '?':
      return next === ':' || goesOn;
    case '>':
      return earlier === '-' || earlier === '=';
    case '|':
      return earlier === '|';
    case '&':
    case '*':
      return [before, '(', ',', '='].includes(earlier) && !isBound;
    case '=':
    case ':':
    case '+':
    case '!':
    case '-':
    case '/':
    case '%':
      return !isBound;
    case 'case':
      // A pattern of Python.
      return (code.tokens[at - 1]?.within ?? -1) !== -1;
    default:
      // A statement of its own.
      return expecting.has(before) || (goesOn && (isFirst || before === ';' || before === '}'));
  }
}

function isCompared(code: Code, at: number): boolean {
  return code.textOf(at - 1) === '=' && ['=', '!'].includes(code.textOf(at - 2));
}

/** @returns the names that are more than used or imported somewhere */
export function boundIn(code: Code, binding: ReadonlySet<number>): ReadonlySet<string> {
  const isBound = (at: number) => code.isName(at) && !isUse(code, at, binding) && !isImported(code, at);
  return new Set(code.tokens.flatMap((_, at) => (isBound(at) ? [code.textOf(at)] : [])));
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

/** @returns the brackets that bind the names in them: parameters, or a pattern. Outer brackets come first, so that each is looked at once. */
export function bindingBrackets(code: Code): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [open, { kind }] of code.tokens.entries())
    if (kind === 'open' && isBinding(code, open, found)) found.add(open);
  return found;
}

function isBinding(code: Code, open: number, outer: ReadonlySet<number>): boolean {
  const close = code.tokens[open]?.other;
  if (close === undefined) return true;
  const [mark, behind, second] = [code.textOf(open), code.textOf(close + 1), code.textOf(close + 2)];
  // An index: `map[flag] = 1`.
  if (mark === '[' && code.isBeside(open - 1) && !['const', 'let', 'var', '('].includes(code.textOf(open - 1)))
    return false;
  const isFollowed = (behind === '=' && second !== '=') || (behind === '-' && second === '>');
  if (isFollowed || behind === 'of' || behind === 'in') return true;
  // Patterns of Python and Rust: `case [flag]:`, `|(a, flag)|`.
  const before = code.textOf(open - 1);
  if (before === 'case' && code.tokens[open - 1]?.within === -1) return true;
  if (mark === '(' && behind === '|' && ['|', ','].includes(before)) return true;
  const around = code.tokens[open]?.within ?? -1;
  // An element of a pattern, or of a list that is an argument.
  if (mark !== '(') {
    const isElement = code.textOf(around) !== '{' || code.textOf(open - 1) === ':';
    return outer.has(around) && isElement && code.textOf(open - 1) !== ']';
  }
  const first = code.receiverOf(open - 1) ?? open - 1;
  if ([open - 1, first, first - 1].some((word) => functions.has(code.textOf(word)))) return true;
  // `match a { Some(flag) if b => …`
  const isArm = code.textOf(around) === '{' && ['{', '}', ',', '|'].includes(code.textOf(first - 1));
  if (isArm && behind === 'if' && code.isSameLine(close, close + 1)) return true;
  // `name(a) {` or `name(a): Type` that is called on nothing declares; so may `(a): Type =>`.
  const mayDeclare = first === open - 1 && !conditions.has(code.textOf(first)) && code.textOf(first - 1) !== '?';
  return mayDeclare && (behind === '{' || behind === ':');
}
