/** How the service reads the objects of a condition (service.md B): what it accepts, and what an instant means. */

/** As java.lang.Double.valueOf takes it: outer blanks, hexadecimal floats and a type suffix included. */
const javaDouble =
  /^[\0- ]*[+-]?(?:NaN|Infinity|(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|0[xX](?:[\da-fA-F]+\.?|[\da-fA-F]*\.[\da-fA-F]+)[pP][+-]?\d+)[fFdD]?)[\0- ]*$/;

/** The expression that semver.org suggests for SemVer 2.0.0. */
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*)?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;

/** Offsets with a `+` alone, their minutes from 00 to 19; no `Z`, no fractions. */
const acceptedDatetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:[01]\d$/;

/** What people write for an instant: an ISO 8601 date and time with an offset, or `Z`. */
const anyDatetime =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(?:([Zz])|([+-])(\d\d):?(\d\d)?)$/;

export function isNumber(text: string): boolean {
  return javaDouble.test(text);
}

/** Undefined for what is not a plain decimal number: NaN, hexadecimal floats, no number at all. */
export function numberOf(text: string): number | undefined {
  const decimal = /^[\0- ]*([+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))[fFdD]?[\0- ]*$/.exec(text)?.[1];
  return decimal === undefined ? undefined : Number(decimal);
}

export function isSemver(text: string): boolean {
  return semver.test(text);
}

/** One that the service accepts, and that names a day and a time that exist. */
export function isDatetime(text: string): boolean {
  return acceptedDatetime.test(text) && instantOf(text) !== undefined;
}

/** Milliseconds since 1970 of a date and time with an offset; undefined when there is none such. Fractions are cut off. */
export function instantOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second = '0', , sign, offsetHours = '0', offsetMinutes = '0'] =
    anyDatetime.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [y, m, d, h, min, s] = [year, month, day, hour, minute, second].map(Number);
  if (y === undefined || m === undefined || d === undefined) return undefined;
  if (m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return undefined;
  if ((h ?? 0) > 23 || (min ?? 0) > 59 || (s ?? 0) > 59) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1);
  return (((daysSince1970(y, m, d) * 24 + (h ?? 0)) * 60 + (min ?? 0) - offset) * 60 + (s ?? 0)) * 1000;
}

/** The instant in UTC, spelt as the service accepts it. Years from 0 to 9999. */
export function acceptedSpelling(instant: number): string {
  const seconds = Math.floor(instant / 1000);
  const { year, month, day } = dateOf(Math.floor(seconds / 86_400));
  const rest = seconds - Math.floor(seconds / 86_400) * 86_400;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return `${date}T${two(rest / 3_600)}:${two((rest % 3_600) / 60)}:${two(rest % 60)}+00:00`;
}

/**
 * Whether no engine takes it. SDKs read a regular expression with their own language's engine; what Java or Go know beyond
 * JavaScript (inline flags, possessive quantifiers, atomic groups, quotations) is taken for right.
 */
export function isSurelyNoRegex(source: string): boolean {
  const common = source
    .replace(/\\Q[^]*?(?:\\E|$)/g, '')
    .replace(/\(\?[imsxuUd-]+\)/g, '')
    .replace(/\(\?(?:[imsxuUd-]+:|>)/g, '(?:')
    .replace(/\(\?P?</g, (group) => (group === '(?P<' ? '(?<' : group))
    .replace(/\\[AzZGhHRX]/g, '')
    .replace(/([*+?}])\+/g, '$1');
  try {
    new RegExp(common);
    return false;
  } catch {
    return true;
  }
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** In the proleptic Gregorian calendar, with the year beginning in March, so that a leap day is its last. */
function daysSince1970(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}

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
