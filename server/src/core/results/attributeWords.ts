/** Formats the attribute that a condition reads, as one line of plain text (not Markdown). */
import { t } from '../t.js';
import type { ExplainedPart } from '../evaluation/explain.js';
import { instantOfAttribute } from '../evaluation/values/instants.js';
import { readNumber } from '../evaluation/values/numbers.js';
import { readVersion } from '../evaluation/values/versions.js';
import { cut } from '../features/variations.js';

/** The attribute's value: `"Lyon"`, `2.3.9`, `now`; empty if the attribute is absent or the type is `segment`. */
export function attributeInWords({ condition: { type }, attribute }: ExplainedPart): string {
  if (type === 'segment') return '';
  if (type === 'datetime' && (attribute === undefined || attribute === '')) return t('now');
  if (attribute === undefined) return '';
  if (type === 'datetime' && /^-?\d{1,15}$/.test(attribute)) return instantInUtc(Number(attribute));
  return written(type, attribute);
}

/** Returns numbers and versions without quotes, and other texts in quotes. */
export function written(type: string, text: string): string {
  return type !== 'string' && type !== 'segment' && /^[\w.+-]{1,40}$/.test(text) ? text : quoted(text);
}

/** Whether the attribute can be parsed as the type of the condition, by the official rules. */
export function isReadable({ condition: { type }, attribute }: ExplainedPart): boolean {
  switch (type) {
    case 'number':
      return attribute === undefined || !Number.isNaN(readNumber(attribute).all[0] ?? NaN);
    case 'semver':
      return attribute === undefined || readVersion(attribute).all[0] !== undefined;
    case 'datetime':
      return instantOfAttribute(attribute, 0).all[0] !== undefined;
    default:
      return true;
  }
}

/** @param seconds Unix seconds */
export function instantInUtc(seconds: number): string {
  return Math.abs(seconds) <= lastSecond
    ? new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
    : String(seconds);
}

/** The latest time that JavaScript can represent, in Unix seconds. */
const lastSecond = 8_640_000_000_000;

/** The text as a JSON string, shortened with an ellipsis. Escapes control, line-separator and bidi characters. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text, 60)).replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
