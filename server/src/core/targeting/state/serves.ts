/** Describes what a toggle or a rule serves, in words that fit into a sentence. */
import { t } from '../../t.js';
import { listOf } from '../joined.js';
import type { Plain } from './state.js';
import { asObject, listIn, isEqual } from './state.js';

/** A serve, and the `content` that lists its variations. The serve may be any JSON. */
export interface Served {
  readonly serve: unknown;
  readonly content: Plain;
}

/** A serve before and after a change, in words. For splits of the same variations, only the shares are shown. */
export interface ServeChange {
  readonly kind: 'split' | 'other';
  readonly was: string;
  readonly now: string;
}

/** @returns undefined if the served value is the same, or if only the variation changed, which has its own sentence */
export function serveChange(was: Served, now: Served): ServeChange | undefined {
  const words = { was: servedText(was), now: servedText(now) };
  const isSame = isEqual(was.serve, now.serve);
  if (isSame && (words.was === words.now || isEqual(valuesOf(was), valuesOf(now)))) return undefined;
  const [before, after] = [splitOf(was), splitOf(now)];
  if (before.length > 0 && after.length > 0 && !isSame && isEqual(namesOf(was), namesOf(now)))
    return { kind: 'split', was: sharesText(before), now: sharesText(after) };
  // Two different variations have the same name.
  if (words.was === words.now) return { kind: 'other', was: jsonText(was.serve), now: jsonText(now.serve) };
  return { kind: 'other', ...words };
}

/** A serve in words, such as `"on"` or `10% "off", 90% "on"`. */
export function servedText(served: Served): string {
  const shares = splitOf(served);
  const select = asObject(served.serve)?.['select'];
  // If a serve has a split and a select, SDKs receive the split.
  if (shares.length === 0 && select !== undefined) return variationName(select, served.content);
  const parts = shares.flatMap((share, index) =>
    share === 0 ? [] : [`${percentage(share)} ${variationName(index, served.content)}`],
  );
  return parts.length === 0 ? t('nothing') : cut(listOf(parts));
}

/** The variation's name, or else its value, or else its index. */
export function variationName(index: unknown, content: Plain): string {
  const variation = typeof index === 'number' ? asObject(listIn(content, 'variations')[index]) : undefined;
  const said = [variation?.['name'], variation?.['value']].find((text) => typeof text === 'string' && text !== '');
  return said === undefined ? t('variation {0}', jsonText(index)) : jsonText(said);
}

/** A value as JSON on one line, shortened if it is long. */
export function jsonText(value: unknown): string {
  if (value === undefined) return t('nothing');
  return typeof value === 'string' ? JSON.stringify(cut(value)) : cut(JSON.stringify(value));
}

function splitOf({ serve }: Served): readonly unknown[] {
  return listIn(asObject(serve), 'split');
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

/** Formats a share, which is in ten-thousandths, as a percentage. */
function percentage(share: unknown): string {
  return typeof share === 'number' ? `${share / 100}%` : jsonText(share);
}

/** Shortens a text to at most 80 characters plus an ellipsis, without splitting surrogate pairs. */
export function cut(text: string): string {
  const [start = ''] = /^[^]{0,80}/u.exec(text) ?? [];
  return start.length < text.length ? `${start}…` : text;
}
