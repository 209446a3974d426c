/** Reads JSX: tags are code, the content between them is text. */
import { isNamePart, isNameStart } from './characters.js';
import type { Cursor, Frame } from './cursor.js';
import { mayBeginOperand } from './slashes.js';

export function opensElement(cursor: Cursor): boolean {
  const { text, at } = cursor;
  if (text.charAt(at + 1) !== '>' && !isNameStart(text.charCodeAt(at + 1))) return false;
  if (mayBeginOperand(cursor) !== 'yes') return false;
  let to = at + 1;
  while (isNamePart(text.charCodeAt(to)) && to < at + 100) to += 1;
  const name = text.slice(at + 1, to);
  // Exclude type parameters of a generic arrow function: `<T,>(value: T) => …`.
  if (/^\s{0,20}(?:,|=|extends\b)/.test(text.slice(to, to + 30))) return false;
  if (/^[A-Z]/.test(name) && text.startsWith('>(', to)) {
    // This is ambiguous: `<T>(value: T) => void` is a type, but `<Hint>(optional)</Hint>` is an element.
    cursor.doubt(at);
    return false;
  }
  cursor.stack.push({ kind: 'tag', from: at, closing: false, angles: 0 });
  cursor.push('other', at + 1);
  return true;
}

/** Reads one token of a tag. In a tag, anything except names, strings and braces is text, not an operator. */
export function readTag(cursor: Cursor, frame: Frame & { kind: 'tag' }): void {
  const { text, at, character } = cursor;
  if (isNameStart(text.charCodeAt(at))) return cursor.pushName();
  switch (character) {
    case '"':
    case "'":
      return readAttribute(cursor, character);
    case '{':
      return cursor.open(1, '}');
    case '<':
      frame.angles += 1;
      break;
    case '>':
      if (frame.angles > 0) frame.angles -= 1;
      else endTag(cursor, frame);
  }
  cursor.push('text', at + 1);
}

export function readElement(cursor: Cursor): void {
  const { text, at, character } = cursor;
  if (character === '{') return cursor.open(1, '}');
  if (character === '<') {
    const closing = text.charAt(at + 1) === '/';
    if (closing) cursor.stack.pop();
    cursor.stack.push({ kind: 'tag', from: at, closing, angles: 0 });
    return cursor.push('text', at + 1);
  }
  let to = at + 1;
  while (to < text.length && text.charAt(to) !== '<' && text.charAt(to) !== '{') to += 1;
  cursor.push('text', to);
}

function endTag(cursor: Cursor, { closing, from }: Frame & { kind: 'tag' }): void {
  const isAlone = cursor.textOf(cursor.last()) === '/' && !closing;
  cursor.stack.pop();
  if (!closing && !isAlone) cursor.stack.push({ kind: 'element', from });
}

/** JSX attributes do not have escapes. */
function readAttribute(cursor: Cursor, quote: string): void {
  const { text, at } = cursor;
  const closes = text.indexOf(quote, at + 1);
  if (closes === -1) cursor.doubt(at);
  const to = closes === -1 ? text.length : closes + 1;
  const value = text.slice(at + 1, to - 1);
  cursor.push('string', to, at, /[&\n\r]/.test(value) ? undefined : value);
}
