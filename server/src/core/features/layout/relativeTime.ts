/** Describes the time between an instant and now. */

/** Writes "1 day ago", not "yesterday", which would be a claim about calendar days. @param locale an Intl locale */
export function relativeTime(milliseconds: number, locale: string): string {
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
