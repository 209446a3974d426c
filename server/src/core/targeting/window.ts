/** A weekly window of time in a time zone: "Mon-Thu 08:00-17:00 Europe/Paris". */

export interface Window {
  /** 0 is Sunday. */
  readonly days: ReadonlySet<number>;
  /** Minutes since midnight of local time; one that ends before it begins goes on until the next day. */
  readonly from: number;
  readonly to: number;
  /** As Intl knows it. */
  readonly zone: string;
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const minutesOfDay = 24 * 60;

/** Why a text is no window: not its form, a time that no day has, an end at its beginning, or a zone that is not known here. */
export type WindowMistake = 'form' | 'time' | 'empty' | 'zone';

export function readWindow(text: string): Window | WindowMistake {
  const [, listed = '', from = '', to = '', zone = ''] =
    /^(\S{3,150}) (\d\d:\d\d)-(\d\d:\d\d) ([A-Za-z][\w+/-]{0,150})$/.exec(text) ?? [];
  const days = listed.split(',').map(daysOf);
  if (days.some((each) => each.length === 0)) return 'form';
  const [begins, ends] = [minutesOf(from, minutesOfDay - 1), minutesOf(to, minutesOfDay)];
  if (begins === undefined || ends === undefined) return 'time';
  if (begins === ends) return 'empty';
  return isZone(zone) ? { days: new Set(days.flat()), from: begins, to: ends, zone } : 'zone';
}

/** Undefined where it is none, or the zone is not known here. */
export function windowOf(text: string): Window | undefined {
  const window = readWindow(text);
  return typeof window === 'string' ? undefined : window;
}

/** The parts of a text that has the form: when, and where. */
export function partsOfWindow(text: string): { readonly when: string; readonly zone: string } {
  const at = text.lastIndexOf(' ') + 1;
  return { when: text.slice(0, at), zone: text.slice(at) };
}

/** Days with capitals, hours of two digits, hyphens, single blanks: what people write who know the form by heart. */
export function tidiedWindow(text: string): string {
  const words = text.replace(/[‐-―−]/g, '-').split(/\s/);
  const spaced = words.filter((word) => word !== '').join(' ');
  return spaced
    .replace(/ ?([-,]) ?/g, '$1')
    .replace(/\b(sun|mon|tue|wed|thu|fri|sat)[a-z]*\b/gi, (_day, short: string) => capitalized(short))
    .replace(/\b\d(?=:\d\d)/g, '0$&');
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** Those that Intl names here; it knows other names for some of them, too. */
export function knownZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** @param now milliseconds since 1970 in UTC */
export function isOpenAt({ days, from, to, zone }: Window, now: number): boolean {
  const { day, minutes } = localTime(zone, now);
  if (from < to) return days.has(day) && from <= minutes && minutes < to;
  return (days.has(day) && from <= minutes) || (days.has((day + 6) % 7) && minutes < to);
}

/** Day and time there, as people say it: "Fri 14:05". */
export function clockIn({ zone }: Window, now: number): string {
  const { day, minutes } = localTime(zone, now);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${dayNames[day] ?? ''} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function localTime(zone: string, now: number): { readonly day: number; readonly minutes: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    day: dayNames.indexOf(parts.get('weekday') ?? ''),
    minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

/** "Mon" or "Mon-Thu", which may go over the end of the week; none where it is neither. */
function daysOf(text: string): readonly number[] {
  const [first = -1, last = first, ...more] = text.split('-').map((name) => dayNames.indexOf(name));
  if (first === -1 || last === -1 || more.length > 0) return [];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7);
}

function minutesOf(text: string, most: number): number | undefined {
  const [hours = NaN, minutes = NaN] = text.split(':').map(Number);
  const all = hours * 60 + minutes;
  return minutes < 60 && all <= most ? all : undefined;
}

/** Abbreviations mean several zones: CST is in America, and in China. */
function isZone(zone: string): boolean {
  if (zone !== 'UTC' && !zone.includes('/')) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
