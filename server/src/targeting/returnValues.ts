/**
 * Which texts the open-source service makes a value of, by the return type of a toggle (evaluation.md 1.3, 1.4 and 2; looked
 * at on the service itself). A toggle with a number or JSON that is none is left out of all that SDKs get.
 */
import { parse } from '../json/document.js';

/** As java.math.BigDecimal reads it, digits of other scripts included. */
const decimal = /^[+-]?(?:\p{Nd}+(?:\.\p{Nd}*)?|\.\p{Nd}+)(?:[eE][+-]?\p{Nd}{1,9})?$/u;

export function isNumberValue(value: string): boolean {
  return decimal.test(value);
}

/** Such a number makes the whole environment unreadable. */
export function isNumberBeyondDouble(value: string): boolean {
  return isNumberValue(value) && Math.abs(Number(value)) === Infinity;
}

/** Anything else is read as false. */
export function isBooleanValue(value: string): boolean {
  return /^(?:true|false)$/i.test(value);
}

/** What is read of a text where JSON belongs: an object, no value at all, or nothing that the service can hand on. */
export function jsonValue(text: string): 'object' | 'nothing' | 'unreadable' {
  // A no-break space or a byte order mark is no blank to Java.
  if (/^[^\S\u00a0\u2007\u202f\ufeff]*(?:null\b|$)/.test(text)) return 'nothing';
  const { root, syntaxProblems } = parse(text);
  // What stands behind the object is not read.
  const isObject = root?.kind === 'object' && syntaxProblems.every(({ start }) => start >= root.end);
  return isObject && !text.startsWith('\ufeff') ? 'object' : 'unreadable';
}
