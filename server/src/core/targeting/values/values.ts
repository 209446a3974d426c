/** Checks whether the service accepts an object of a condition, and reads objects like the service (service.md B). */
import { instantOf } from './instant.js';

/** Numbers that java.lang.Double.valueOf reads, including surrounding spaces, hexadecimal floats and type suffixes. */
const javaDouble =
  /^[\0- ]*[+-]?(?:NaN|Infinity|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|0[xX](?:[\da-fA-F]+\.?|[\da-fA-F]*\.[\da-fA-F]+)[pP][+-]?\d+)[fFdD]?)[\0- ]*$/;

/** The regular expression for SemVer 2.0.0 from semver.org. It captures the numbers, pre-release and build metadata. */
export const semver =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*))?(?:\+([\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*))?$/;

/** Datetimes that the service accepts: the offset has a `+` and minutes from 00 to 19; no `Z`, no fractions. */
const acceptedDatetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:[01]\d$/;

export function isNumber(text: string): boolean {
  return javaDouble.test(text);
}

/** @returns the number; undefined if the text is NaN, a hexadecimal float or not a number */
export function numberOf(text: string): number | undefined {
  const decimal = /^[\0- ]*([+-]?(?:Infinity|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?))[fFdD]?[\0- ]*$/.exec(text)?.[1];
  return decimal === undefined ? undefined : Number(decimal);
}

export function isSemver(text: string): boolean {
  return semver.test(text);
}

/** Whether the service accepts the text, and the day and time exist. */
export function isDatetime(text: string): boolean {
  return acceptedDatetime.test(text) && instantOf(text) !== undefined;
}
