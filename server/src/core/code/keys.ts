/** Reads arguments of calls: the key is a literal, a constant or unreadable; the default is usually a literal. */
import type { Argument, Code } from './code.js';
import type { Definition } from './constants.js';
import { isInScope } from './constants.js';

export interface Passed {
  readonly key: string | undefined;
  readonly constant: Definition | undefined;
  readonly name: string | undefined;
  readonly prefix: string | undefined;
  readonly isFree: boolean;
}

/** Accessors that return the literal of an enum member or of a constant object. */
const accessors: ReadonlySet<string> = new Set(['key', 'getKey', 'value', 'getValue', 'rawValue', 'id', 'getId']);
/** The maximum number of names in a chain: people do not write longer chains for constants. */
const MAX_NAMES = 16;
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'True', 'YES'].map((word) => [word, true] as const),
  ...['false', 'False', 'NO'].map((word) => [word, false] as const),
]);

/** @param bound names that also have another meaning in the file */
export function passedFor(
  code: Code,
  { from, to }: Argument,
  constants: ReadonlyMap<string, Definition>,
  bound: ReadonlySet<string>,
): Passed {
  const first = code.tokens[from];
  const value = first?.kind === 'string' || first?.kind === 'piece' ? first.value : undefined;
  const nothing = { key: undefined, constant: undefined, name: undefined, prefix: undefined, isFree: false };
  if (value !== undefined && first?.kind === 'string' && to === from + 1) return { ...nothing, key: value };
  if (value) return { ...nothing, prefix: value };
  const names = namesIn(code, from, to);
  if (names === undefined) return nothing;
  const [last = '', qualifier] = withoutAccessor(names, constants).toReversed();
  const found = constants.get(last);
  const constant = found && isInScope(found, qualifier, from) ? found : undefined;
  // A capitalized name before another name may be a type, even if the name also has another meaning.
  const [root = '', another] = names;
  const isFree = !bound.has(root) || (another !== undefined && /^\p{Lu}/u.test(root));
  return { ...nothing, key: constant?.value, constant, name: names.join('.'), isFree };
}

export function literalOf(code: Code, argument: Argument | undefined): boolean | number | string | undefined {
  if (argument === undefined) return undefined;
  const { from, to } = argument;
  const token = code.tokens[to - 1];
  const text = code.textOf(to - 1);
  const isNegative = to === from + 2 && code.textOf(from) === '-';
  if (token?.kind === 'number' && (to === from + 1 || isNegative)) return numberOf(code.textOf(to - 1), isNegative);
  const isAlone = to === from + 1 || (to === from + 2 && code.textOf(from) === '@');
  if (!isAlone) return undefined;
  return token?.kind === 'name' ? booleans.get(text) : token?.value;
}

/** Reads a number, ignoring digit separators and type suffixes. */
function numberOf(text: string, isNegative: boolean): number | undefined {
  const digits = text.replaceAll('_', '');
  const value = /^0[xob]/i.test(digits) ? Number(digits) : Number.parseFloat(digits);
  if (Number.isNaN(value)) return undefined;
  return isNegative ? -value : value;
}

/** @returns the names in `A.B.c` or `A.B.c()`; undefined if the expression has another form */
function namesIn(code: Code, from: number, to: number): readonly string[] | undefined {
  const first = ['&', '*'].includes(code.textOf(from)) ? from + 1 : from;
  const isCalled = code.textOf(to - 1) === ')' && code.tokens[to - 1]?.other === to - 2;
  const names: string[] = [];
  for (let at = isCalled ? to - 3 : to - 1; at >= first && code.isName(at) && names.length < MAX_NAMES;) {
    names.unshift(code.textOf(at));
    if (at === first) return names;
    at = (code.separatorBefore(at) ?? first) - 1;
  }
  return undefined;
}

/** Returns `Flags.NEW_UI` for `Flags.NEW_UI.getKey`. */
export function withoutAccessor(names: readonly string[], constants: ReadonlyMap<string, unknown>): readonly string[] {
  const last = names.at(-1) ?? '';
  return names.length > 1 && accessors.has(last) && !constants.has(last) ? names.slice(0, -1) : names;
}
