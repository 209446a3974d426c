/** Finds literals that equal a toggle's key, in code or quoted in comments. */
import type { Range } from './lexer/cursor.js';
import type { Lexed } from './lexer/lexer.js';

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
  for (const { from, to } of lexed.comments)
    for (const { key, ...span } of quotedIn(lexed.text.slice(from, to), isKey))
      found.push({ from: from + span.from, to: from + span.to, key, isInComment: true });
  return found;
}

export function quotedIn(
  text: string,
  isKey: (text: string) => boolean,
): readonly (Range & { readonly key: string })[] {
  const places = Array.from(text.matchAll(quotes), ({ index }) => index);
  return places.flatMap((from, index) => {
    const to = places[index + 1];
    if (to === undefined || text.charAt(to) !== text.charAt(from)) return [];
    const key = text.slice(from + 1, to);
    return isKey(key) ? [{ from, to: to + 1, key }] : [];
  });
}
