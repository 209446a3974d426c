/**
 * What the open-source service makes of a text where a value belongs, by the return type of a toggle (evaluation.md 1.3, 1.4 and 2; seen
 * on the service itself). A toggle with a number or JSON that is none is left out of all that SDKs get.
 */
import { parse } from '../../json/document.js';
import type { JsonNode } from '../../json/nodes.js';
import { inAscii } from './digits.js';

/** As java.math.BigDecimal reads it: sign, digits before and behind the point, exponent. Digits beyond the BMP are none to it. */
const decimal =
  /^([+-]?)(?:([^\P{Nd}\u{10000}-\u{10ffff}]+)(?:\.([^\P{Nd}\u{10000}-\u{10ffff}]*))?|\.([^\P{Nd}\u{10000}-\u{10ffff}]+))(?:[eE]([+-]?[^\P{Nd}\u{10000}-\u{10ffff}]{1,10}))?$/u;

export interface Decimal {
  /** In ASCII digits. */
  readonly text: string;
  /** Its digits without a point, where no digit is left behind the point and no zero in front of it is cut off. */
  readonly integer: string | undefined;
}

/** @returns undefined where it is none */
export function decimalIn(value: string): Decimal | undefined {
  const [text, sign = '', whole = '', behind, alone = '', exponent = '0'] = decimal.exec(inAscii(value)) ?? [];
  if (text === undefined || !decimal.test(value)) return undefined;
  const fraction = behind ?? alone;
  const scale = fraction.length - Number(exponent);
  if (Math.abs(Number(exponent)) > MAX_SCALE || Math.abs(scale) > MAX_SCALE) return undefined;
  return { text, integer: scale === 0 ? `${sign === '-' ? '-' : ''}${whole}${fraction}` : undefined };
}

const MAX_SCALE = 2 ** 31 - 1;

/** `too-long`: a whole number that the server cannot read, and with it the environment. */
export function numberValue(value: string): 'number' | 'too-long' | 'unreadable' {
  const read = decimalIn(value);
  if (read === undefined) return 'unreadable';
  return read.integer !== undefined && isTooLong(read.integer) ? 'too-long' : 'number';
}

/** Beyond a double. Written with an exponent or a point, such a number becomes a text instead. */
function isTooLong(integer: string): boolean {
  return Math.abs(Number(integer)) === Infinity;
}

/** The service hands on a text instead of it, unless it is `too-long`. */
export function isNumberBeyondDouble(value: string): boolean {
  return isTooLong(decimalIn(value)?.text ?? '');
}

/** Anything else is read as false. */
export function isBooleanValue(value: string): boolean {
  return /^(?:true|false)$/i.test(value);
}

/** So many objects and lists in one another can the server read in the value of a variation. */
export const MAX_JSON_DEPTH = 123;
/** The value of a prerequisite stands one object deeper. */
export const MAX_REQUIRED_JSON_DEPTH = 122;

/** `nothing`: no value at all. `unreadable`: the API cannot make the toggle. `too-deep`, `too-long`: the server cannot read the environment. */
export type JsonRead = 'object' | 'nothing' | 'unreadable' | 'too-deep' | 'too-long';

export function jsonValue(text: string, maxDepth = MAX_JSON_DEPTH): JsonRead {
  // A no-break space or a byte order mark is no blank to Java.
  if (/^[^\S\u00a0\u2007\u202f\ufeff]*(?:null\b|$)/.test(text)) return 'nothing';
  const { root, syntaxProblems } = parse(text);
  // What stands behind the object is not read.
  const isObject = root?.kind === 'object' && syntaxProblems.every(({ start }) => start >= root.end);
  if (!isObject || text.startsWith('\ufeff')) return 'unreadable';
  return freezing(root, text, maxDepth) ?? 'object';
}

/** Walked level by level: a value may be nested as deep as it is long. */
function freezing(root: JsonNode, text: string, maxDepth: number): 'too-deep' | 'too-long' | undefined {
  let level: readonly JsonNode[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth && level.some(({ kind }) => kind === 'object' || kind === 'array')) return 'too-deep';
    if (level.some((node) => isLongInteger(node, text))) return 'too-long';
    level = level.flatMap(childrenOf);
  }
  return undefined;
}

function isLongInteger({ kind, start, end }: JsonNode, text: string): boolean {
  return (
    kind === 'number' &&
    end - start > 308 &&
    /^-?\d+$/.test(text.slice(start, end)) &&
    isTooLong(text.slice(start, end))
  );
}

function childrenOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'array') return node.items;
  if (node.kind !== 'object') return [];
  // Of a key that stands there twice, the last one counts.
  const values = new Map(node.properties.map(({ key, node: value }) => [key.value, value]));
  return [...values.values()].filter((value) => value !== undefined);
}
