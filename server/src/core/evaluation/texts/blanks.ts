/** Trims text like each SDK, in linear time because attributes may be of any length. */
import type { Evaluators } from '../sdks/sdks.js';
import { node, none, python } from '../sdks/sdks.js';

/** Trims like Python's `strip`, which, unlike `trim`, keeps byte order marks and removes some control characters. */
export function stripped(text: string): string {
  return trimmed(text, /^[\s\x1c-\x1f\x85]$/, '\ufeff');
}

/** Trims like Python's `float` and `int`, which do not accept some control characters that `strip` removes. */
export function strippedNumber(text: string): string {
  return trimmed(text, /^[\s\x85]$/, '\ufeff');
}

export function trimmedByJava(text: string): string {
  return trimmed(text, /^[\0- ]$/, '');
}

/** Whether Java's `Character.isWhitespace` is true for every character; it is false for non-breaking spaces. */
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

/** Evaluators for which a text is blank, so that no string condition on it holds. */
export function blankTo(text: string): Evaluators {
  if (/^[!-~]/.test(text)) return none;
  return (text.trim() === '' ? node : none) | (stripped(text) === '' ? python : none);
}
