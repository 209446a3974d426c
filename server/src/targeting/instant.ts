/**
 * The text of a datetime object, as `2022-06-27T16:08:10+08:00` is one, as an instant. The service takes fewer forms than
 * are read here (service.md B); all of them mean one instant and no other. No clock and no `Date`: the calendar alone.
 */

/** @returns milliseconds since 1970 in UTC, or undefined where the text names no instant */
export function instantOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second = '0', fraction, sign, offsetHour, offsetMinute] =
    form.exec(text) ?? [];
  if (year === undefined) return undefined;
  const days = daysSince1970(Number(year), Number(month), Number(day));
  const time = timeOfDay(Number(hour), Number(minute), Number(second));
  const offset = sign === undefined ? 0 : timeOfDay(Number(offsetHour), Number(offsetMinute), 0);
  if (days === undefined || time === undefined || offset === undefined) return undefined;
  const milliseconds = Math.floor(Number(`0${fraction ?? ''}`) * 1_000);
  return (days * secondsOfDay + time - (sign === '-' ? -offset : offset)) * 1_000 + milliseconds;
}

/**
 * As the service accepts it: no fraction of a second, no `Z`, and of the offsets only those east of Greenwich with minutes
 * from 00 to 19 (service.md B); every other zone is written in UTC. Years from 0 to 9999.
 * @param offsetMinutes of the local time, east of Greenwich
 */
export function acceptedSpelling(instant: number, offsetMinutes = 0): string {
  const isAccepted = offsetMinutes >= 0 && offsetMinutes < 24 * 60 && offsetMinutes % 60 <= 19;
  const offset = isAccepted ? Math.floor(offsetMinutes) : 0;
  const seconds = Math.floor(instant / 1_000) + offset * 60;
  const days = Math.floor(seconds / secondsOfDay);
  const rest = seconds - days * secondsOfDay;
  const { year, month, day } = dateOf(days);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const time = `${two(rest / 3_600)}:${two((rest % 3_600) / 60)}:${two(rest % 60)}`;
  return `${date}T${time}+${two(offset / 60)}:${two(offset % 60)}`;
}

const form = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(?:[Zz]|([+-])(\d\d):?(\d\d))$/;
const secondsOfDay = 86_400;

function timeOfDay(hour: number, minute: number, second: number): number | undefined {
  return hour < 24 && minute < 60 && second < 60 ? hour * 3_600 + minute * 60 + second : undefined;
}

/** In the Gregorian calendar; undefined for a day that it does not have. */
function daysSince1970(year: number, month: number, day: number): number | undefined {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const length = lengths[month - 1];
  if (length === undefined || day < 1 || day > length) return undefined;
  const before = lengths.slice(0, month - 1).reduce((days, each) => days + each, 0);
  return daysBefore(year) - daysBefore(1970) + before + day - 1;
}

/** From the first day of the year 0 to the first day of a year. */
function daysBefore(year: number): number {
  const leapYears = Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
  return year * 365 + leapYears;
}

/** Hinnant, "chrono-Compatible Low-Level Date Algorithms": in years that begin with March, the leap day is the last one. */
function dateOf(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}
