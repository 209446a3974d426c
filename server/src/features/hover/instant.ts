/** An instant as people say it: how far from now, in local time, and in UTC. The clock is an argument. */
import { t } from '@vscode/l10n';
import { instantOf } from '../../targeting/instant.js';

export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  readonly now: number;
  /** As Intl knows it: `en`. */
  readonly locale: string;
  /** Likewise: `Europe/Berlin`. Without it, the machine's own. */
  readonly timeZone?: string;
}

/** Nothing where the text names no instant. */
export function instantInWords(text: string, { now, timeZone, locale }: Clock): string[] {
  const instant = instantOf(text);
  if (instant === undefined) return [];
  const local = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone });
  const utc = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  return [
    // The date is not at the start of its line: "27. " would begin a list.
    t('{0}: {1}', relative(instant - now, locale), local.format(instant)),
    t('UTC: {0}', utc.format(instant)),
  ];
}

/** Always with a number: "yesterday" would be a claim about calendar days. */
function relative(milliseconds: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale);
  for (const { unit, length, below } of units) {
    const count = Math.round(milliseconds / length);
    if (Math.abs(count) < below) return format.format(count, unit);
  }
  return format.format(Math.round(milliseconds / year), 'year');
}

const day = 86_400_000;
const year = 365.2425 * day;
const units = [
  { unit: 'second', length: 1_000, below: 60 },
  { unit: 'minute', length: 60_000, below: 60 },
  { unit: 'hour', length: 3_600_000, below: 24 },
  { unit: 'day', length: day, below: 30 },
  { unit: 'month', length: year / 12, below: 12 },
] as const;
