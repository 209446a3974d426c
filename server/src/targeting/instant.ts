/**
 * The text of a datetime object, as `2022-06-27T16:08:10+08:00` is one, as an instant. The service takes fewer forms than
 * are read here (service.md B); all of them mean one instant and no other. No clock and no `Date`: the calendar alone.
 */

/** @returns milliseconds since 1970 in UTC, or undefined where the text names no instant */
export function instantOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = form.exec(text) ?? [];
  if (year === undefined) return undefined;
  const days = daysSince1970(Number(year), Number(month), Number(day));
  const time = timeOfDay(Number(hour), Number(minute), Number(second));
  const offset = sign === undefined ? 0 : timeOfDay(Number(offsetHour), Number(offsetMinute), 0);
  if (days === undefined || time === undefined || offset === undefined) return undefined;
  const milliseconds = Math.floor(Number(`0${fraction ?? ''}`) * 1_000);
  return (days * secondsOfDay + time - (sign === '-' ? -offset : offset)) * 1_000 + milliseconds;
}

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/;
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
