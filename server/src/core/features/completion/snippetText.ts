/** Writes LSP snippets: text, placeholders (`$1`, `${1:a}`) and choices (`${1|a,b|}`), without nesting. */
import { spelt } from '../../json/edit/edits.js';

export function escaped(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

export function place(index: number, text = ''): string {
  return text === '' ? `$${index}` : `\${${index}:${escaped(text)}}`;
}

/** A choice with the first text selected; a simple placeholder if there are fewer than two texts. */
export function choice(index: number, texts: readonly string[]): string {
  if (texts.length < 2) return place(index, texts[0]);
  // In a choice, `$` and `}` are literal: a backslash before them would be shown.
  return `\${${index}|${texts.map((text) => text.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
}

/** The text that a snippet initially inserts, for editors without snippet support. */
export function plainText(snippet: string): string {
  return snippet.replace(
    /\\([^])|\$\d+|\$\{\d+:((?:\\[^]|[^\\}])*)\}?|\$\{\d+\|((?:\\[^]|[^\\,|])*)(?:,(?:\\[^]|[^\\|])*)?(?:\|\})?/g,
    (_all, character?: string, text?: string, first?: string) =>
      character ?? (text ?? first ?? '').replace(/\\([^])/g, '$1'),
  );
}

/** The content of a JSON string between its quotes. */
export function quotable(text: string): string {
  return spelt(JSON.stringify(text)).slice(1, -1);
}
