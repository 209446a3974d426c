/** Embeds text of the file in Markdown, so that it cannot act as Markdown, span lines or reverse adjacent text. */
import { t } from '../../t.js';
import { listOf } from '../../targeting/joined.js';
import { cut } from '../variations.js';

/** Shown in place of missing or incomplete text. */
export const ELLIPSIS = '…';

/** Escapes text to prevent emphasis, links, images, HTML and automatic links. */
export function escapeMarkdown(text: string): string {
  return cut(text, 200)
    .replace(/[\s\p{Cc}\p{Bidi_C}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()#+\-.!<>&|~:@]/g, '\\$&');
}

/** A title followed by a name from the file: `Rule 2 · beta`. */
export function titled(title: string, name = ''): string {
  const words = escapeMarkdown(name);
  return words === '' ? title : `${title} · ${words}`;
}

/** @param longest the maximum length in UTF-16 units; the rest becomes an ellipsis */
export function inlineCode(text: string, longest = 60): string {
  // Markdown does not allow empty code.
  const short = text === '' ? '""' : cut(text, longest).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/gu, escaped);
  const fence = '`'.repeat(Math.max(0, ...(short.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const space = /^`|`$|^ .* $/.test(short) ? ' ' : '';
  return `${fence}${space}${short}${space}${fence}`;
}

/** A bulleted list. A long list is cut, and ends with the number of remaining items. */
export function bullets<T>(items: readonly T[], show: (item: T, index: number) => string): string {
  const shown = beginningOf(items).map((item, index) => `- ${show(item, index)}`);
  const rest = items.length - shown.length;
  return [...shown, ...(rest > 0 ? [`- ${t('… and {0} more', rest)}`] : [])].join('\n');
}

/** Joins items as `a, b or c`; `more` is the number of items left out. */
export function alternatives(items: readonly string[], more: number): string {
  if (more > 0) return t('{0} or one of {1} more', listOf(items), more);
  const last = items.at(-1) ?? ELLIPSIS;
  return items.length > 1 ? t('{0} or {1}', listOf(items.slice(0, -1)), last) : last;
}

/** Joins items as `a, b, c`; `more` is the number of items left out. */
export function enumeration(items: readonly string[], more: number): string {
  const list = items.length > 0 ? listOf(items) : ELLIPSIS;
  return more > 0 ? t('{0} and {1} more', list, more) : list;
}

/** The items of a list to show: the first ten, or all items if only one would be hidden. */
export function beginningOf<T>(items: readonly T[]): readonly T[] {
  return items.length <= MAX_LISTED_ITEMS + 1 ? items : items.slice(0, MAX_LISTED_ITEMS);
}

const MAX_LISTED_ITEMS = 10;

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
