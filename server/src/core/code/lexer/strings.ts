/** Reads strings, in pieces if they have holes that contain code. */
import { isLineBreak, isNameStart } from './characters.js';
import type { Cursor, Frame } from './cursor.js';
import type { StringRules } from './languages.js';

type StringFrame = Extract<Frame, { kind: 'string' | 'format' }>;

export function opensString(cursor: Cursor): boolean {
  for (const { first, open, rules } of cursor.language.strings) {
    if (!first.includes(cursor.character)) continue;
    const length = matchLength(open, cursor.text, cursor.at);
    if (length === 0) continue;
    const opened = cursor.text.slice(cursor.at, cursor.at + length);
    cursor.stack.push({ kind: 'string', from: cursor.at, rules: rules(opened), hasHoles: false });
    cursor.at += length;
    return true;
  }
  return false;
}

/** @returns whether a format begins here: in a hole, at the colon of `{price:0.00}` */
export function opensFormat(cursor: Cursor): boolean {
  const around = cursor.stack.at(-2);
  if (around?.kind !== 'string' || !around.rules.format || cursor.startsWith('::')) return false;
  const rules = { ...around.rules, close: around.rules.holeEnd ?? '' };
  cursor.stack.push({ kind: 'format', from: cursor.at, rules, hasHoles: false });
  return true;
}

/** Reads a string up to its end, next hole or next `$name`. If the string has no end, all later code is uncertain. */
export function readString(cursor: Cursor, frame: StringFrame): void {
  const { text, at: begins } = cursor;
  const { rules } = frame;
  const from = frame.hasHoles || frame.kind === 'format' ? begins : frame.from;
  let isPlain = !frame.hasHoles;
  for (let at = begins; ; at += 1) {
    const character = text.charAt(at);
    const breaksLine = isLineBreak(text.charCodeAt(at));
    if (character === '' || (breaksLine && !rules.lines)) {
      cursor.doubt(frame.from);
      cursor.stack.pop();
      return cursor.push('piece', at, from);
    }
    const skipped = lengthOfEscape(rules, text, at);
    if (skipped > 0) {
      isPlain = false;
      at += skipped - 1;
      continue;
    }
    if (text.startsWith(rules.close, at)) {
      const to = rules.greedy ? endOfRun(text, at) : at + rules.close.length;
      return end(cursor, frame, from, to, isPlain ? text.slice(begins, to - rules.close.length) : undefined);
    }
    if (rules.hole !== undefined && text.startsWith(rules.hole, at)) {
      frame.hasHoles = true;
      cursor.push('piece', at, from, isPlain ? text.slice(begins, at) : undefined);
      return cursor.open(rules.hole.length, rules.holeEnd ?? '');
    }
    if (rules.names && character === '$' && isNameStart(text.charCodeAt(at + 1))) {
      frame.hasHoles = true;
      return cursor.push('piece', at + 1, from, isPlain ? text.slice(begins, at) : undefined);
    }
    if (breaksLine) isPlain = false;
  }
}

/** Ends a string or format. The end of a hole also closes the hole's format. */
function end(cursor: Cursor, frame: StringFrame, from: number, to: number, value: string | undefined): void {
  cursor.stack.pop();
  if (frame.kind === 'format') return cursor.push('piece', to - 1, from);
  switch (frame.rules.kind) {
    case 'string':
      return cursor.push(frame.hasHoles ? 'piece' : 'string', to, from, value);
    case 'character':
      return cursor.push('character', to, from);
    default:
      return cursor.push(frame.rules.kind, to, from);
  }
}

function lengthOfEscape(rules: StringRules, text: string, at: number): number {
  const character = text.charAt(at);
  if (character === '\\' || character === '$') {
    const length = rules.escape ? matchLength(rules.escape, text, at) : 0;
    if (length > 0) return length;
  }
  if (!rules.doubled) return 0;
  const { close, hole } = rules;
  const twice = [close, hole].find((mark) => mark?.startsWith(character) && text.startsWith(mark + mark, at));
  return twice === undefined ? 0 : 2 * twice.length;
}

function endOfRun(text: string, at: number): number {
  let to = at;
  while (text.charAt(to) === text.charAt(at)) to += 1;
  return to;
}

function matchLength(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}
