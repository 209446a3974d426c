/** What a toggle or a rule serves, in words that fit into a sentence. Pure. */
import { t } from '@vscode/l10n';
import { listOf } from '../joined.js';
import type { Plain } from './state.js';
import { asObject, listIn, same } from './state.js';

/** A serve, and the content whose variations it means; both may be anything. */
export interface Served {
  readonly serve: unknown;
  readonly content: Plain;
}

/** Words for both sides. Of a split over the same variations the shares are enough. */
export interface ServeChange {
  readonly kind: 'split' | 'other';
  readonly was: string;
  readonly now: string;
}

/** Undefined when nobody is served anything else, or the variation itself has become another, which has its own sentence. */
export function serveChange(was: Served, now: Served): ServeChange | undefined {
  const words = { was: servedText(was), now: servedText(now) };
  const isSame = same(was.serve, now.serve);
  if (isSame && (words.was === words.now || same(valuesOf(was), valuesOf(now)))) return undefined;
  const [before, after] = [splitOf(was), splitOf(now)];
  if (before.length > 0 && after.length > 0 && !isSame && same(namesOf(was), namesOf(now)))
    return { kind: 'split', was: sharesText(before), now: sharesText(after) };
  // Two variations of one name.
  if (words.was === words.now) return { kind: 'other', was: jsonText(was.serve), now: jsonText(now.serve) };
  return { kind: 'other', ...words };
}

/** `"on"`, or `10% "off", 90% "on"`. */
export function servedText(served: Served): string {
  const select = asObject(served.serve)?.['select'];
  if (select !== undefined) return variationName(select, served.content);
  const parts = splitOf(served).flatMap((share, index) =>
    share === 0 ? [] : [`${percentage(share)} ${variationName(index, served.content)}`],
  );
  return parts.length === 0 ? t('nothing') : cut(listOf(parts));
}

/** Its name, else its value, else its index. */
export function variationName(index: unknown, content: Plain): string {
  const variation = typeof index === 'number' ? asObject(listIn(content, 'variations')[index]) : undefined;
  const said = [variation?.['name'], variation?.['value']].find((text) => typeof text === 'string' && text !== '');
  return said === undefined ? t('variation {0}', jsonText(index)) : jsonText(said);
}

/** One line, however long a text is and whatever is in it. */
export function jsonText(value: unknown): string {
  if (value === undefined) return t('nothing');
  return typeof value === 'string' ? JSON.stringify(cut(value)) : cut(JSON.stringify(value));
}

/** A select comes before a split, as it does for the SDKs. */
function splitOf({ serve }: Served): readonly unknown[] {
  const object = asObject(serve);
  return object?.['select'] === undefined ? listIn(object, 'split') : [];
}

function valuesOf({ serve, content }: Served): readonly unknown[] {
  const values = listIn(content, 'variations').map((variation) => asObject(variation)?.['value']);
  const select = asObject(serve)?.['select'];
  return typeof select === 'number' ? [values[select]] : values;
}

function namesOf({ content }: Served): readonly string[] {
  return listIn(content, 'variations').map((_, index) => variationName(index, content));
}

function sharesText(shares: readonly unknown[]): string {
  return cut(shares.map(percentage).join(' / '));
}

/** Shares are ten-thousandths. */
function percentage(share: unknown): string {
  return typeof share === 'number' ? `${share / 100}%` : jsonText(share);
}

/** The start of what is too long for a sentence, never in the middle of a character. */
export function cut(text: string): string {
  const [start = ''] = /^[^]{0,80}/u.exec(text) ?? [];
  return start.length < text.length ? `${start}…` : text;
}
