/** Reads numbers like each SDK (evaluation.md 4.3 and rows 9 to 15); undefined if the SDK cannot read the text. */
import { strippedNumber, trimmedByJava } from '../texts/blanks.js';
import { inAscii } from '../../targeting/values/digits.js';
import { Reading } from './ordered.js';
import { evaluators } from '../sdks/sdks.js';

export type ReadNumber = (text: string) => number | undefined;

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const infinite = /^[+-]?inf(?:inity)?$/i;
const hexadecimal = /^([+-]?)0[xX](?:([\da-fA-F]+)(?:\.([\da-fA-F]*))?|\.([\da-fA-F]+))[pP]([+-]?\d+)$/;

/** Reads a number like Rust's `f64` and the official rules. */
function readPlain(text: string): number | undefined {
  if (decimal.test(text)) return Number(text);
  if (infinite.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return /^[+-]?nan$/i.test(text) ? NaN : undefined;
}

/** Reads a number like `parseFloat`, which accepts a numeric prefix. NaN counts as unreadable. */
export function readByNode(text: string): number | undefined {
  const number = parseFloat(text);
  return Number.isNaN(number) ? undefined : number;
}

/** Reads a number like `Double.parseDouble`, which allows surrounding spaces, a type suffix and hexadecimal floats. */
function readByJava(text: string): number | undefined {
  const trimmed = trimmedByJava(text);
  const [, special, isNegative] = /^(?:([+-]?Infinity)|[+-]?(NaN))$/.exec(trimmed) ?? [];
  if (special !== undefined) return Number(special);
  if (isNegative !== undefined) return NaN;
  const number = trimmed.replace(/[fFdD]$/, '');
  return decimal.test(number) ? Number(number) : readHexadecimal(number);
}

/** Reads a number like `strconv.ParseFloat` with 32 bits, which allows underscores between digits. */
function readByGo(text: string): number | undefined {
  if (/^nan$/i.test(text)) return NaN;
  if (infinite.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  const number = withoutUnderscores(text.replace(/(?<=^[+-]?0[xX])_/, ''));
  if (number === undefined) return undefined;
  const value = decimal.test(number) ? Number(number) : readHexadecimal(number);
  const rounded = value === undefined ? undefined : Math.fround(value);
  return rounded === undefined || Math.abs(rounded) === Infinity ? undefined : rounded;
}

function readByPython(text: string): number | undefined {
  return readPlain(withoutUnderscores(inAscii(strippedNumber(text))) ?? '');
}

/** @returns undefined if an underscore is not between two digits */
export function withoutUnderscores(text: string): string | undefined {
  const joined = text.replace(/(?<=[\da-fA-F])_(?=[\da-fA-F])/g, '');
  return joined.includes('_') ? undefined : joined;
}

function readHexadecimal(text: string): number | undefined {
  const [, sign, whole = '', behind, alone = '', exponent] = hexadecimal.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const fraction = behind ?? alone;
  const digits = Array.from(`${whole}${fraction}`).reduce((sum, digit) => sum * 16 + parseInt(digit, 16), 0);
  return (sign === '-' ? -1 : 1) * digits * 2 ** (Number(exponent) - 4 * fraction.length);
}

const byEvaluator: Readonly<Record<(typeof evaluators)[number], ReadNumber>> = {
  official: readPlain,
  rust: readPlain,
  node: readByNode,
  java: readByJava,
  go: readByGo,
  python: readByPython,
};

const readers = evaluators.map((each) => byEvaluator[each]);

/** Numbers of up to six digits, which all SDKs read alike, even in 32 bits. */
const ordinary = /^-?(?:\d{1,6}|\d{1,3}\.\d{1,3})$/;

export function readNumber(text: string): Reading<number> {
  return new Reading(ordinary.test(text) ? Number(text) : undefined, () => readers.map((read) => read(text)));
}
