/** Reads datetimes: in objects like the API, in attributes like each SDK (evaluation.md 4.4 and rows 16 to 19). */
import { isBlankToJava, strippedNumber } from '../texts/blanks.js';
import { inAscii } from '../../targeting/values/digits.js';
import { Reading } from './ordered.js';
import { evaluators } from '../sdks/sdks.js';
import { readByNode, withoutUnderscores } from './numbers.js';

/** @param attribute undefined if absent @returns Unix seconds; undefined if unreadable */
export type ReadInstant = (attribute: string | undefined, now: number) => number | undefined;

const integer = /^[+-]?\d+$/;
const int64 = 2n ** 63n;

/** Reads a 64-bit integer, as Java, Go and the official rules do. */
function readInteger(text: string): number | undefined {
  if (!integer.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return value >= -int64 && value < int64 ? Number(value) : undefined;
}

/** Reads an unsigned 128-bit integer. */
function readByRust(text: string): number | undefined {
  if (!/^\+?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return value < 2n ** 128n ? Number(value) : undefined;
}

function readByPython(text: string): number | undefined {
  const digits = withoutUnderscores(inAscii(strippedNumber(text)));
  return digits !== undefined && integer.test(digits) ? Number(digits) : undefined;
}

const byEvaluator: Readonly<Record<(typeof evaluators)[number], ReadInstant>> = {
  official: (text, now) => (text === undefined || text === '' ? now : readInteger(text)),
  rust: (text, now) => (text === undefined ? now : readByRust(text)),
  node: (text, now) => (text === undefined ? now : readByNode(text)),
  java: (text, now) => (text === undefined || isBlankToJava(text) ? now : readInteger(inAscii(text))),
  go: (text, now) => (text === undefined || text === '' ? now : readInteger(text)),
  python: (text, now) => (text === undefined || text === '' ? now : readByPython(text)),
};

const readers = evaluators.map((each) => byEvaluator[each]);

export function instantOfAttribute(text: string | undefined, now: number): Reading<number> {
  const shared = text === undefined ? now : /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  return new Reading(shared, () => readers.map((read) => read(text, now)));
}

/** Reads an object in Unix seconds. Rust cannot read instants before 1970. */
export function instantOfObject(seconds: number): Reading<number> {
  return new Reading(seconds < 0 ? undefined : seconds, () =>
    evaluators.map((each) => (each === 'rust' && seconds < 0 ? undefined : seconds)),
  );
}

const form =
  /^\s*(\d{1,9})-\s*(\d{1,9})-\s*(\d{1,9})T\s*(\d{1,9}):\s*(\d{1,9}):\s*(\d{1,9})(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * Reads text as the API does: months, days and hours roll over; the calendar before October 15, 1582 is Julian.
 * @returns Unix seconds; undefined if the API cannot read the text, so that the toggle vanishes
 */
export function unixSeconds(text: string): number | undefined {
  const match = form.exec(text) ?? form.exec(withDigitsOfAscii(text));
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, sign, hours, minutes] = match;
  const months = Number(month) - 1;
  const days = dayNumber(Number(year) + Math.floor(months / 12), ((months % 12) + 12) % 12, Number(day));
  const offset = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60;
  return days * 86_400 + Number(hour) * 3_600 + Number(minute) * 60 + Number(second) - offset;
}

/** Converts digits of other scripts, which Java reads everywhere except in the offset. */
function withDigitsOfAscii(text: string): string {
  const offsetAt = text.search(/(?:Z|[+-][\d:]*)$/);
  return offsetAt < 0 ? text : inAscii(text.slice(0, offsetAt)) + text.slice(offsetAt);
}

/** October 15, 1582, the first day of the Gregorian calendar, in days since 1970. */
const cutover = -141_427;

/** Days since 1970, computed with Julian day numbers. `month` counts from 0; `day` may exceed the month's length. */
function dayNumber(year: number, month: number, day: number): number {
  const years = year + 4_800 - (month < 2 ? 1 : 0);
  const days = day + Math.floor((153 * ((month + 10) % 12) + 2) / 5) + 365 * years + Math.floor(years / 4) - 2_440_588;
  const gregorian = days - Math.floor(years / 100) + Math.floor(years / 400) - 32_045;
  return gregorian >= cutover ? gregorian : days - 32_083;
}
