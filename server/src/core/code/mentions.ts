/** Literals that are equal to the key of a toggle: in code, or between quotes in a comment. */
import type { Range } from './cursor.js';
import type { Lexed } from './lexer.js';

export interface Mentioned extends Range {
  readonly key: string;
  readonly isInComment: boolean;
}

const quotes = /["'`]/g;

export function mentionsIn(lexed: Lexed, isKey: (text: string) => boolean): readonly Mentioned[] {
  const found: Mentioned[] = [];
  for (const { kind, from, to, value } of lexed.tokens) {
    if (kind === 'string' && value !== undefined && isKey(value))
      found.push({ from, to, key: value, isInComment: false });
  }
  for (const { from, to } of lexed.comments) {
    const comment = lexed.text.slice(from, to);
    const places = Array.from(comment.matchAll(quotes), ({ index }) => index);
    for (const [index, place] of places.entries()) {
      const next = places[index + 1];
      if (next === undefined || comment.charAt(next) !== comment.charAt(place)) continue;
      const key = comment.slice(place + 1, next);
      if (isKey(key)) found.push({ from: from + place, to: from + next + 1, key, isInComment: true });
    }
  }
  return found;
}
