/** Determines whether a slash divides or begins a regular expression, and whether `<` compares or begins an element. */
import { isLineBreak, isNamePart } from './characters.js';
import type { Cursor, Token } from './cursor.js';

const beforeOperand = new Set([
  ...['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void'],
  ...['delete', 'throw', 'new', 'instanceof', 'yield', 'await', 'default'],
]);
const beforeCondition = new Set(['if', 'while', 'for', 'with']);

/** @returns whether a regular expression was read. If the slash is ambiguous, the rest of the text is uncertain. */
export function readRegexp(cursor: Cursor): boolean {
  const begins = mayBeginOperand(cursor);
  if (begins === 'no') return false;
  const { text, at, language } = cursor;
  if (begins === 'perhaps' || language.regexps === 'guessed') {
    if (isClosedInLine(text, at)) cursor.doubt(at);
    return false;
  }
  let to = at + 1;
  for (let inClass = false; !isLineBreak(text.charCodeAt(to)) && to < text.length; to += 1) {
    const character = text.charAt(to);
    if (character === '/' && !inClass) {
      do to += 1;
      while (isNamePart(text.charCodeAt(to)));
      cursor.push('regexp', to);
      return true;
    }
    if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '\\' && !isLineBreak(text.charCodeAt(to + 1))) to += 1;
  }
  // Consume all examined characters. Otherwise, later calls would examine the same line again and again.
  cursor.doubt(at);
  cursor.push('regexp', Math.min(to, text.length));
  return true;
}

/** Whether an operand may begin here. After a closing brace, this depends on the content of the braces. */
export function mayBeginOperand(cursor: Cursor): 'yes' | 'no' | 'perhaps' {
  const last = cursor.last();
  switch (last?.kind) {
    case undefined:
    case 'open':
      return 'yes';
    case 'name':
      return isKeyword(cursor, last) && cursor.textOf(cursor.last(2)) !== '.' ? 'yes' : 'no';
    case 'close':
      if (cursor.textOf(last) === '}') return 'perhaps';
      return isCondition(cursor, last) ? 'yes' : 'no';
    case 'other':
      return isPostfix(cursor, last) ? 'no' : 'yes';
    default:
      return 'no';
  }
}

function isKeyword(cursor: Cursor, token: Token): boolean {
  return beforeOperand.has(cursor.textOf(token));
}

/** Whether the bracket closes a condition, as in `if (…) /…/`. */
function isCondition(cursor: Cursor, close: Token): boolean {
  const open = close.other ?? 0;
  const before = cursor.tokens[open - 1];
  return beforeCondition.has(cursor.textOf(before)) && cursor.textOf(cursor.tokens[open - 2]) !== '.';
}

/** Whether the token ends an operand, as in `i++ / 2`, `found! / 2` and `import./`. */
function isPostfix(cursor: Cursor, last: Token): boolean {
  const mark = cursor.textOf(last);
  const before = cursor.last(2);
  if (mark === '.') return true;
  if (before?.to !== last.from) return false;
  if (mark === '!') return before.kind === 'close' || (before.kind === 'name' && !isKeyword(cursor, before));
  return (mark === '+' || mark === '-') && cursor.textOf(before) === mark;
}

function isClosedInLine(text: string, at: number): boolean {
  let to = at + 1;
  while (to < text.length && text.charAt(to) !== '/' && !isLineBreak(text.charCodeAt(to))) to += 1;
  return text.charAt(to) === '/';
}
