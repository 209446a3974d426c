/** Which objects of a condition the service accepts, and how it reads them (service.md B). */
import { instantOf } from './instant.js';

/** As java.lang.Double.valueOf reads it, with outer blanks, hexadecimal floats and a type suffix. */
const javaDouble =
  /^[\0- ]*[+-]?(?:NaN|Infinity|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|0[xX](?:[\da-fA-F]+\.?|[\da-fA-F]*\.[\da-fA-F]+)[pP][+-]?\d+)[fFdD]?)[\0- ]*$/;

/** SemVer 2.0.0 with its numbers, pre-release and build metadata: the expression that semver.org suggests. */
export const semver =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*))?(?:\+([\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*))?$/;

/** Only offsets with a `+` and minutes from 00 to 19; no `Z`, no fractions. */
const acceptedDatetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:[01]\d$/;

export function isNumber(text: string): boolean {
  return javaDouble.test(text);
}

/** @returns undefined if the text is not a plain decimal number, such as NaN or a hexadecimal float */
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
