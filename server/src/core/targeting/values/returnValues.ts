/**
 * Reads values according to the toggle's return type, as observed on the open-source service (evaluation.md 1.3, 1.4
 * and 2). SDKs do not receive a toggle with an unreadable number or unreadable JSON.
 */
import { parse } from '../../json/document.js';
import type { JsonNode } from '../../json/nodes.js';
import { inAscii } from './digits.js';

/** Numbers that java.math.BigDecimal reads: sign, digits of the BMP around the point, exponent. */
const decimal =
  /^([+-]?)(?:([^\P{Nd}\u{10000}-\u{10ffff}]+)(?:\.([^\P{Nd}\u{10000}-\u{10ffff}]*))?|\.([^\P{Nd}\u{10000}-\u{10ffff}]+))(?:[eE]([+-]?[^\P{Nd}\u{10000}-\u{10ffff}]{1,10}))?$/u;

export interface Decimal {
  /** The number in ASCII digits. */
  readonly text: string;
  /** The sign and the digits, if the exponent moves the point exactly to the end; otherwise undefined. */
  readonly integer: string | undefined;
}

/** @returns undefined if the text is not a decimal number */
export function decimalIn(value: string): Decimal | undefined {
  const [text, sign = '', whole = '', behind, alone = '', exponent = '0'] = decimal.exec(inAscii(value)) ?? [];
  if (text === undefined || !decimal.test(value)) return undefined;
  const fraction = behind ?? alone;
  const scale = fraction.length - Number(exponent);
  if (Math.abs(Number(exponent)) > MAX_SCALE || Math.abs(scale) > MAX_SCALE) return undefined;
  return { text, integer: scale === 0 ? `${sign === '-' ? '-' : ''}${whole}${fraction}` : undefined };
}

const MAX_SCALE = 2 ** 31 - 1;

/** `too-long`: a whole number that makes the server fail to parse the environment. */
export function numberValue(value: string): 'number' | 'too-long' | 'unreadable' {
  const read = decimalIn(value);
  if (read === undefined) return 'unreadable';
  return read.integer !== undefined && isTooLong(read.integer) ? 'too-long' : 'number';
}

/** Whether the number exceeds the range of a double. */
function isTooLong(integer: string): boolean {
  return Math.abs(Number(integer)) === Infinity;
}

/** Whether the number exceeds the range of a double. Unless it is `too-long`, the service turns it into a string. */
export function isNumberBeyondDouble(value: string): boolean {
  return isTooLong(decimalIn(value)?.text ?? '');
}

/** Whether the text is a boolean. The service reads any other text as false. */
export function isBooleanValue(value: string): boolean {
  return /^(?:true|false)$/i.test(value);
}

/** Maximum nesting of objects and lists that the server can parse in a variation's value. */
export const MAX_JSON_DEPTH = 123;
/** Maximum nesting in a prerequisite's value, which is nested one level deeper than a variation's value. */
export const MAX_REQUIRED_JSON_DEPTH = 122;

/** `unreadable`: the API cannot build the toggle. `too-deep`, `too-long`: the server cannot parse the environment. */
export type JsonRead = 'object' | 'nothing' | 'unreadable' | 'too-deep' | 'too-long';

export function jsonValue(text: string, maxDepth = MAX_JSON_DEPTH): JsonRead {
  // Java does not treat a no-break space or a byte order mark as white space.
  if (/^[^\S\u00a0\u2007\u202f\ufeff]*(?:null\b|$)/.test(text)) return 'nothing';
  const { root, syntaxProblems } = parse(text);
  // The service ignores text after the object.
  const isObject = root?.kind === 'object' && syntaxProblems.every(({ start }) => start >= root.end);
  if (!isObject || text.startsWith('\ufeff')) return 'unreadable';
  return freezing(root, text, maxDepth) ?? 'object';
}

/** The reason why the server cannot parse a value. Not recursive, because a value may be nested very deeply. */
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
  // The last of several duplicate keys counts.
  const values = new Map(node.properties.map(({ key, node: value }) => [key.value, value]));
  return [...values.values()].filter((value) => value !== undefined);
}
