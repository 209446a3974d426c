/** An instant as people say it: how far from now, in local time, and in UTC. The clock is an argument. */
import { t } from '@vscode/l10n';
import { instantOf } from '../../targeting/instant.js';
import { relativeTime } from '../relativeTime.js';

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
    t('{0}: {1}', relativeTime(instant - now, locale), local.format(instant)),
    t('UTC: {0}', utc.format(instant)),
  ];
}
