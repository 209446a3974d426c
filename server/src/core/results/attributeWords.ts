/** What a condition looks at, as people are shown it on one line. None of it is Markdown. */
import { t } from '@vscode/l10n';
import type { ExplainedPart } from '../evaluation/explain.js';
import { instantOfAttribute } from '../evaluation/values/instants.js';
import { readNumber } from '../evaluation/values/numbers.js';
import { readVersion } from '../evaluation/values/versions.js';
import { cut } from '../features/variations.js';

/** The value that it was asked about, `"Lyon"`, `2.3.9` or `now`; empty where it looks at no attribute, or the user lacks it. */
export function attributeInWords({ condition: { type }, attribute }: ExplainedPart): string {
  if (type === 'segment') return '';
  if (type === 'datetime' && (attribute === undefined || attribute === '')) return t('now');
  if (attribute === undefined) return '';
  if (type === 'datetime' && /^-?\d{1,15}$/.test(attribute)) return instantInUtc(Number(attribute));
  return written(type, attribute);
}

/** Numbers and versions stand as they are written; what is none is quoted. */
export function written(type: string, text: string): string {
  return type !== 'string' && type !== 'segment' && /^[\w.+-]{1,40}$/.test(text) ? text : quoted(text);
}

/** Whether the rules can read the attribute as what the condition compares. */
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

/** Of JavaScript's dates. */
const lastSecond = 8_640_000_000_000;

/** As a JSON string; a long one with an ellipsis. What would move or turn around the text beside it is escaped. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text, 60)).replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
