/** Texts without the blanks around them, by what each SDK takes for one. In linear time, as attributes are of any length. */
import type { Evaluators } from '../sdks/sdks.js';
import { node, none, python } from '../sdks/sdks.js';

/** As Python's `strip` leaves it. JavaScript takes a byte order mark for a blank, and some controls not. */
export function stripped(text: string): string {
  return trimmed(text, /^[\s\x1c-\x1f\x85]$/, '\ufeff');
}

/** As Python's `float` and `int` leave it, which refuse some controls that `strip` takes away. */
export function strippedNumber(text: string): string {
  return trimmed(text, /^[\s\x85]$/, '\ufeff');
}

/** As Java's `trim` leaves it. */
export function trimmedByJava(text: string): string {
  return trimmed(text, /^[\0- ]$/, '');
}

/** Whether Java's `Character.isWhitespace` is true of every character: of no space that keeps words together. */
export function isBlankToJava(text: string): boolean {
  return /^(?:(?![\u00a0\u2007\u202f\ufeff])[\s\x1c-\x1f])*$/.test(text);
}

function trimmed(text: string, blank: RegExp, exception: string): string {
  const isBlank = (at: number) => blank.test(text.charAt(at)) && text.charAt(at) !== exception;
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** Those to whom a text is nothing but blanks, where they then take no condition to hold. */
export function blankTo(text: string): Evaluators {
  if (/^[!-~]/.test(text)) return none;
  return (text.trim() === '' ? node : none) | (stripped(text) === '' ? python : none);
}
