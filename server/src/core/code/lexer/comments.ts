/** Reads comments, and directives that contain prose, such as `#error`. */
import { isLineBreak } from './characters.js';
import type { Cursor } from './cursor.js';

export function readComment(cursor: Cursor): boolean {
  const { language } = cursor;
  if (language.blockComments && cursor.startsWith('/*')) {
    cursor.pushComment(endOfBlock(cursor));
    return true;
  }
  const isLine = language.lineComments.some((begins) => cursor.startsWith(begins));
  if (isLine || isDirective(cursor)) {
    cursor.pushComment(endOfLine(cursor));
    return true;
  }
  return false;
}

function isDirective({ text, at, character, language: { directives } }: Cursor): boolean {
  // A shebang in the first line, but not a Rust attribute.
  if (at === 0 && character === '#' && text.charAt(1) === '!' && text.charAt(2) !== '[') return true;
  if (character !== '#' || directives === undefined) return false;
  directives.lastIndex = at;
  return directives.test(text);
}

function endOfLine({ text, at }: Cursor): number {
  let to = at;
  while (to < text.length && !isLineBreak(text.charCodeAt(to))) to += 1;
  return to;
}

function endOfBlock(cursor: Cursor): number {
  const { text, at, language } = cursor;
  let depth = 1;
  for (let to = at + 2; to < text.length; to += 1) {
    if (text.startsWith('*/', to)) {
      depth -= 1;
      to += 1;
      if (depth === 0) return to + 1;
    } else if (language.nested && text.startsWith('/*', to)) {
      depth += 1;
      to += 1;
    }
  }
  cursor.doubt(at);
  return text.length;
}
