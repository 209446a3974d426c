/** How the service reads the objects of a condition (service.md B): what it accepts. */
import { instantOf } from './instant.js';

/** As java.lang.Double.valueOf takes it: outer blanks, hexadecimal floats and a type suffix included. */
const javaDouble =
  /^[\0- ]*[+-]?(?:NaN|Infinity|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|0[xX](?:[\da-fA-F]+\.?|[\da-fA-F]*\.[\da-fA-F]+)[pP][+-]?\d+)[fFdD]?)[\0- ]*$/;

/** SemVer 2.0.0, with its numbers, pre-release and build metadata: the expression that semver.org suggests. */
export const semver =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*))?(?:\+([\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*))?$/;

/** Offsets with a `+` alone, their minutes from 00 to 19; no `Z`, no fractions. */
const acceptedDatetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:[01]\d$/;

export function isNumber(text: string): boolean {
  return javaDouble.test(text);
}

/** Undefined for what is not a plain decimal number: NaN, hexadecimal floats, no number at all. */
export function numberOf(text: string): number | undefined {
  const decimal = /^[\0- ]*([+-]?(?:Infinity|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?))[fFdD]?[\0- ]*$/.exec(text)?.[1];
  return decimal === undefined ? undefined : Number(decimal);
}

export function isSemver(text: string): boolean {
  return semver.test(text);
}

/** One that the service accepts, and that names a day and a time that exist. */
export function isDatetime(text: string): boolean {
  return acceptedDatetime.test(text) && instantOf(text) !== undefined;
}
