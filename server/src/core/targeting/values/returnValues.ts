/**
 * How the open-source service reads a text by the toggle's return type (evaluation.md 1.3, 1.4 and 2; observed on the
 * service). SDKs do not get a toggle with an unreadable number or JSON.
 */
import { parse } from '../../json/document.js';
import type { JsonNode } from '../../json/nodes.js';
import { inAscii } from './digits.js';

/** As java.math.BigDecimal reads it: sign, digits around the point, exponent. It knows no digits beyond the BMP. */
const decimal =
  /^([+-]?)(?:([^\P{Nd}\u{10000}-\u{10ffff}]+)(?:\.([^\P{Nd}\u{10000}-\u{10ffff}]*))?|\.([^\P{Nd}\u{10000}-\u{10ffff}]+))(?:[eE]([+-]?[^\P{Nd}\u{10000}-\u{10ffff}]{1,10}))?$/u;

export interface Decimal {
  /** In ASCII digits. */
  readonly text: string;
  /** The digits without a point, if the exponent moves the point exactly to their end. */
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

/** A whole number that is `too-long` keeps the server from reading the environment. */
export function numberValue(value: string): 'number' | 'too-long' | 'unreadable' {
  const read = decimalIn(value);
  if (read === undefined) return 'unreadable';
  return read.integer !== undefined && isTooLong(read.integer) ? 'too-long' : 'number';
}

/** Whether a number exceeds a double. With an exponent or a point, the service makes a text of it. */
function isTooLong(integer: string): boolean {
  return Math.abs(Number(integer)) === Infinity;
}

/** The service hands on a text for such a number, unless it is `too-long`. */
export function isNumberBeyondDouble(value: string): boolean {
  return isTooLong(decimalIn(value)?.text ?? '');
}

/** The service reads any other text as false. */
export function isBooleanValue(value: string): boolean {
  return /^(?:true|false)$/i.test(value);
}

/** Levels of objects and lists that the server can read in a variation's value. */
export const MAX_JSON_DEPTH = 123;
/** A prerequisite's value is nested one object deeper. */
export const MAX_REQUIRED_JSON_DEPTH = 122;

/** `unreadable`: the API cannot make the toggle. `too-deep`, `too-long`: the server cannot read the environment. */
export type JsonRead = 'object' | 'nothing' | 'unreadable' | 'too-deep' | 'too-long';

export function jsonValue(text: string, maxDepth = MAX_JSON_DEPTH): JsonRead {
  // Java does not treat a no-break space or a byte order mark as a blank.
  if (/^[^\S\u00a0\u2007\u202f\ufeff]*(?:null\b|$)/.test(text)) return 'nothing';
  const { root, syntaxProblems } = parse(text);
  // The service ignores text after the object.
  const isObject = root?.kind === 'object' && syntaxProblems.every(({ start }) => start >= root.end);
  if (!isObject || text.startsWith('\ufeff')) return 'unreadable';
  return freezing(root, text, maxDepth) ?? 'object';
}

/** Works level by level, because a value may be nested as deep as it is long. */
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
  // The last of several equal keys counts.
  const values = new Map(node.properties.map(({ key, node: value }) => [key.value, value]));
  return [...values.values()].filter((value) => value !== undefined);
}
