/** Reads any text as a version and orders versions like Maven's ComparableVersion 3.8.5 in the Java SDK (row 21). */
import { byWord } from '../../json/plain.js';
import { inAscii, isDigitOfAnyScript } from '../../targeting/values/digits.js';

/** An item of a version: a number, a qualifier or a nested list. */
type Item = bigint | string | Item[];

const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const release = String(qualifiers.indexOf(''));
const aliases = byWord<string>({ ga: '', final: '', release: '', cr: 'rc' });
/** Qualifiers by their one-letter abbreviation, which is only valid before a digit. */
const letters = byWord<string>({ a: 'alpha', b: 'beta', m: 'milestone' });

export function readMaven(text: string): Item[] {
  const version = text.toLowerCase();
  const root: Item[] = [];
  const lists = [root];
  let list = root;
  let [start, isDigits] = [0, false];
  const nest = () => {
    const inner: Item[] = [];
    list.push(inner);
    lists.push(inner);
    list = inner;
  };
  const take = (end: number, beforeDigit: boolean) =>
    list.push(itemOf(version.slice(start, end), isDigits, beforeDigit));
  for (let index = 0; index < version.length; index += 1) {
    const character = version.charAt(index);
    const isSeparator = character === '.' || character === '-';
    if (isSeparator) {
      if (index === start) list.push(0n);
      else take(index, false);
      start = index + 1;
      if (character === '-') nest();
      continue;
    }
    const isDigit = isDigitOfAnyScript(character);
    if (isDigit !== isDigits && index > start) {
      take(index, isDigit);
      start = index;
      nest();
    }
    isDigits = isDigit;
  }
  if (version.length > start) take(version.length, false);
  for (const each of lists.reverse()) dropTrailingNothing(each);
  return root;
}

export function compareMaven(a: Item[], b: Item[]): number {
  return compareLists(a, b);
}

function itemOf(text: string, isNumber: boolean, beforeDigit: boolean): Item {
  if (isNumber) return BigInt(inAscii(text));
  const word = (beforeDigit ? letters[text] : undefined) ?? text;
  return aliases[word] ?? word;
}

/** Drops zeros, release qualifiers and empty lists at the end of the list, and before trailing lists. */
function dropTrailingNothing(list: Item[]): void {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const item = list[index];
    if (item === undefined) continue;
    if (isNothing(item)) list.splice(index, 1);
    else if (!Array.isArray(item)) break;
  }
}

function isNothing(item: Item): boolean {
  if (typeof item === 'bigint') return item === 0n;
  return Array.isArray(item) ? item.length === 0 : rank(item) === release;
}

/** The rank of a qualifier, compared as text. Unknown qualifiers follow the known qualifiers. */
function rank(qualifier: string): string {
  const index = qualifiers.indexOf(qualifier);
  return index < 0 ? `${qualifiers.length}-${qualifier}` : String(index);
}

/** Two lists that are walked in parallel. If one list ends first, the other list's items have no counterpart. */
interface Walk {
  readonly a: readonly Item[];
  readonly b: readonly Item[];
  /** -1 if `a` and `b` are swapped, otherwise 1. */
  readonly sign: 1 | -1;
  index: number;
}

/** Uses an explicit stack, because lists may nest as deeply as the version is long. */
function compareLists(a: readonly Item[], b: readonly Item[]): number {
  const walks: Walk[] = [{ a, b, sign: 1, index: 0 }];
  for (let walk = walks.at(-1); walk !== undefined; walk = walks.at(-1)) {
    const [item, other] = [walk.a[walk.index], walk.b[walk.index]];
    walk.index += 1;
    if (item === undefined && other === undefined) {
      walks.pop();
      continue;
    }
    const [left, right, sign] = item === undefined ? [other, undefined, -walk.sign] : [item, other, walk.sign];
    if (Array.isArray(left) && (right === undefined || Array.isArray(right))) {
      walks.push({ a: left, b: right ?? [], sign: sign === 1 ? 1 : -1, index: 0 });
      continue;
    }
    const order = left === undefined ? 0 : compareItems(left, right);
    if (order !== 0) return sign * order;
  }
  return 0;
}

/** @param b undefined if the other list has ended */
function compareItems(a: Item, b: Item | undefined): number {
  if (b === undefined) return typeof a === 'bigint' ? (a === 0n ? 0 : 1) : compareTexts(rank(String(a)), release);
  const kinds = kindOrder(a) - kindOrder(b);
  if (kinds !== 0) return kinds;
  if (typeof a === 'bigint') return a === b ? 0 : a < (b as bigint) ? -1 : 1;
  return compareTexts(rank(String(a)), rank(String(b)));
}

function kindOrder(item: Item): number {
  return typeof item === 'string' ? 0 : Array.isArray(item) ? 1 : 2;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
