/** Reads values as applications receive them (evaluation.md 2), and compares them like SDKs (3.4, rows 28 to 30). */
import { parse } from '../../json/document.js';
import { withoutHalves } from '../../json/read/halves.js';
import type { JsonNode } from '../../json/nodes.js';
import { decimalIn, jsonValue, numberValue } from '../../targeting/values/returnValues.js';
import type { Evaluators } from '../sdks/sdks.js';
import { all, go, java, node, none, python } from '../sdks/sdks.js';

export const returnTypes = ['string', 'boolean', 'number', 'json'] as const;

export type ReturnType = (typeof returnTypes)[number];

export function isReturnType(text: string | undefined): text is ReturnType {
  return returnTypes.some((type) => type === text);
}

/** A value in an application. `text`: JSON with sorted keys, which distinguishes the integer `10` from `10.0`. */
export interface Value {
  readonly type: ReturnType | 'null' | 'unknown';
  readonly text: string;
}

export const nothing: Value = { type: 'null', text: 'null' };
/** The value of an unreadable variation. */
export const unknown: Value = { type: 'unknown', text: 'null' };

/**
 * `unbuildable`: the API cannot build the toggle. `unparsable`: the server cannot parse the built toggle.
 * @param maxDepth maximum nesting of objects and lists that the server can parse; by default, the limit for variations
 */
export function valueOf(
  text: string | undefined,
  type: ReturnType,
  maxDepth?: number,
): Value | 'unbuildable' | 'unparsable' {
  switch (type) {
    case 'string':
      return text === undefined ? nothing : { type, text: JSON.stringify(text) };
    case 'boolean':
      return { type, text: String(/^true$/i.test(text ?? '')) };
    case 'number':
      return decimalValue(text ?? '');
    case 'json':
      return objectValue(text ?? '', maxDepth);
  }
}

/** Reads a number like `BigDecimal`. A number too large for a double becomes a string unless written as an integer. */
function decimalValue(text: string): Value | 'unbuildable' | 'unparsable' {
  const decimal = decimalIn(text);
  if (decimal === undefined) return 'unbuildable';
  if (decimal.integer !== undefined)
    return numberValue(text) === 'too-long' ? 'unparsable' : { type: 'number', text: integer(decimal.integer) };
  const number = double(Number(decimal.text));
  return { type: number.startsWith('"') ? 'string' : 'number', text: number };
}

function objectValue(text: string, maxDepth: number | undefined): Value | 'unbuildable' | 'unparsable' {
  const read = jsonValue(text, maxDepth);
  switch (read) {
    case 'unreadable':
      return 'unbuildable';
    case 'nothing':
      return nothing;
    case 'object':
      return { type: 'json', text: canonical(parse(text).root, text) };
    default:
      return 'unparsable';
  }
}

/** Formats an integer. Integers of up to 64 bits stay integers; larger integers become doubles. */
function integer(digits: string): string {
  const value = BigInt(digits);
  return value >= -(2n ** 63n) && value < 2n ** 64n ? String(value) : double(Number(digits));
}

/** Formats a double. The API writes infinity as a string. */
function double(number: number): string {
  const text = String(number);
  if (!Number.isFinite(number)) return JSON.stringify(text);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function canonical(json: JsonNode | undefined, source: string): string {
  switch (json?.kind) {
    case 'object': {
      const values = new Map(json.properties.map(({ key, node: value }) => [withoutHalves(key.value), value]));
      // The API omits properties whose value is null.
      const keys = [...values.keys()]
        .filter((key) => values.get(key)?.kind !== 'null')
        .sort((a, b) => (a === b ? 0 : a < b ? -1 : 1));
      return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(values.get(key), source)}`).join(',')}}`;
    }
    case 'array':
      return `[${json.items.map((item) => canonical(item, source)).join(',')}]`;
    case 'number': {
      const written = source.slice(json.start, json.end);
      return /^-?\d+$/.test(written) ? integer(written) : double(Number(written));
    }
    case 'string':
      return JSON.stringify(withoutHalves(String(json.value)));
    default:
      return JSON.stringify(json?.value ?? null);
  }
}

/** Evaluators for which a served value fulfills a prerequisite. */
export function equalFor(served: Value, required: Value): Evaluators {
  if (served.type === 'null') return none;
  if (served.type === required.type && served.text === required.text) return served.type === 'json' ? all & ~node : all;
  return (
    (isEqualToNode(served, required) ? node : none) |
    (goText(served) === goText(required) ? go : none) |
    (served.type !== required.type && pythonText(served) === pythonText(required) ? python : none)
  );
}

/** Like `equalFor`, but for two texts of the given type. @returns undefined if one of the values does not reach SDKs */
export function metBy(served: string, required: string, type: ReturnType): Evaluators | undefined {
  const [value, other] = [valueOf(served, type), valueOf(required, type)];
  return typeof value === 'string' || typeof other === 'string' ? undefined : equalFor(value, other);
}

/** Evaluators whose typed call returns the value (evaluation.md 6). All other evaluators return the code default. */
export function returnedBy({ type, text }: Value, returnType: ReturnType | undefined): Evaluators {
  // Python does not check types, so a call for a number may return a string.
  if (type === 'string' && returnType === 'number') return python;
  // Unless the toggle's type is JSON, only Java and Python return null.
  if (type === 'null') return returnType === 'json' ? all : java | python;
  if (type !== 'number' || !/^-?\d+$/.test(text)) return all;
  return Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31 ? all : all & ~java;
}

/** In Node, JSON objects are never equal, and numbers are compared as doubles. */
function isEqualToNode(a: Value, b: Value): boolean {
  if (a.type !== b.type || a.type === 'json') return false;
  return a.type === 'number' ? Number(a.text) === Number(b.text) : a.text === b.text;
}

/** A value as Go's `%v` formats it; Go compares these texts, regardless of type. Objects are kept as JSON. */
function goText({ type, text }: Value): string {
  if (type === 'string') return String(JSON.parse(text));
  if (type === 'json') return text.replace(/(?<=[:[,])-?\d[^,\]}]*/g, (number) => goNumber(Number(number)));
  return type === 'number' ? goNumber(Number(text)) : text;
}

function goNumber(number: number): string {
  const [digits = '', exponent = '0'] = number.toExponential().split('e');
  if (Number(exponent) >= -4 && Number(exponent) < 6) return String(number);
  const [sign, size] = [exponent.startsWith('-') ? '-' : '+', exponent.replace(/^[+-]/, '').padStart(2, '0')];
  return `${digits}e${sign}${size}`;
}

/** A value as Python's `str` formats it. */
function pythonText({ type, text }: Value): string {
  if (type === 'string') return String(JSON.parse(text));
  if (type === 'boolean') return text === 'true' ? 'True' : 'False';
  return text;
}
