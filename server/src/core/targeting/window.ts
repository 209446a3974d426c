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

/** Undefined where it is none, or the zone is not known here. */
export function windowOf(text: string): Window | undefined {
  const [, listed = '', from = '', to = '', zone = ''] =
    /^(\S{3,60}) (\d\d:\d\d)-(\d\d:\d\d) ([A-Za-z][\w+/-]{1,60})$/.exec(text) ?? [];
  const days = listed.split(',').map(daysOf);
  const [begins, ends] = [minutesOf(from, minutesOfDay - 1), minutesOf(to, minutesOfDay)];
  if (begins === undefined || ends === undefined || begins === ends || !isZone(zone)) return undefined;
  if (days.some((each) => each.length === 0)) return undefined;
  return { days: new Set(days.flat()), from: begins, to: ends, zone };
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

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
