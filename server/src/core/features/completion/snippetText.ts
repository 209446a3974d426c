/**
 * LSP's snippet syntax, the part that we write: text, places (`$1`), places with a text (`${1:a}`) and with a choice
 * (`${1|a,b|}`). Nothing is nested.
 */
import { spelt } from '../../json/edit/edits.js';

/** Text that means itself. */
export function escaped(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

export function place(index: number, text = ''): string {
  return text === '' ? `$${index}` : `\${${index}:${escaped(text)}}`;
}

/** A place with a list to choose from, the first chosen; with a single one, its text; without any, empty. */
export function choice(index: number, texts: readonly string[]): string {
  if (texts.length < 2) return place(index, texts[0]);
  // In a choice, `$` and `}` mean themselves: a backslash before them would be shown.
  return `\${${index}|${texts.map((text) => text.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
}

/** For editors that know no snippets: what stands there before anything is chosen. */
export function plainText(snippet: string): string {
  return snippet.replace(
    /\\([^])|\$\d+|\$\{\d+:((?:\\[^]|[^\\}])*)\}?|\$\{\d+\|((?:\\[^]|[^\\,|])*)(?:,(?:\\[^]|[^\\|])*)?(?:\|\})?/g,
    (_all, character?: string, text?: string, first?: string) =>
      character ?? (text ?? first ?? '').replace(/\\([^])/g, '$1'),
  );
}

/** What stands between the quotes of a JSON string that says the text. */
export function quotable(text: string): string {
  return spelt(JSON.stringify(text)).slice(1, -1);
}
