import { t } from '../../core/t.js';

/** @returns the system's locale if it matches the language of our messages, otherwise the locale of that language */
export function spokenLocale(system = Intl.DateTimeFormat().resolvedOptions().locale): string {
  // The key `en` is translated to the language code of the bundle.
  const spoken = t('en');
  return system.startsWith(spoken) ? system : spoken;
}

/** Formats a time of today as hours and minutes, other times as a date. @param time milliseconds since 1970 */
export function timeOf(time: number): string {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  const locale = spokenLocale();
  return today
    ? date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(locale);
}

/** Formats a time for reports read on other machines: `2026-11-24T00:11:55Z`. Invalid times are returned unchanged. */
export function isoTime(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Local date and time; an invalid time is returned unchanged. @param given milliseconds since 1970, or text */
export function timeIn(given: string | number): string {
  const time = new Date(given);
  if (Number.isNaN(time.getTime())) return String(given);
  return time.toLocaleString(spokenLocale(), { dateStyle: 'medium', timeStyle: 'short' });
}
