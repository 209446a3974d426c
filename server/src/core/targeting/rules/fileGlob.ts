/** Path patterns. In CODEOWNERS, `*` stays within a name and `**` matches folders; in configs, `*` matches any text. */
import type { Budget } from '../../budget.js';

/** A name in a pattern. `any` matches any number of folders; `text` is a name without wildcards. */
export type Name = 'any' | { readonly text: string } | readonly Part[];

/** A part of a name: any number of characters, any single character, a given character, or a set of characters. */
type Part = 'any' | 'one' | { readonly is: string } | CharacterSet;

interface CharacterSet {
  readonly isOneOf: boolean;
  /** The first and the last character of each range. */
  readonly ranges: readonly (readonly [string, string])[];
}

/** @param hasSets whether `[a-z]` is a set of characters */
export function globOf(name: string, hasSets: boolean): Name {
  if (name === '**') return 'any';
  if (!/[*?[\\]/.test(name)) return { text: name };
  const parts: Part[] = [];
  const characters = Array.from(name);
  // Searches for a set only if a closing bracket follows.
  const lastClosing = characters.lastIndexOf(']');
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const set = hasSets && character === '[' && at < lastClosing ? setAt(characters, at) : undefined;
    if (set !== undefined) {
      parts.push(set);
      at = set.end;
    } else if (character === '*') {
      if (parts.at(-1) !== 'any') parts.push('any');
    } else if (character === '?') parts.push('one');
    else if (character === '\\' && at + 1 < characters.length) parts.push({ is: characters[(at += 1)] ?? '' });
    else parts.push({ is: character });
  }
  return parts;
}

/** A folder or file name in a path, split into characters only once for all patterns. */
export interface GivenName {
  readonly text: string;
  readonly characters: readonly string[];
}

export function givenNames(path: string): readonly GivenName[] {
  return path.split('/').map((text) => ({ text, characters: Array.from(text) }));
}

/** Whether the names match the path; also false if the budget is spent before the result is known. */
export function fitsPath(names: readonly Name[], path: readonly GivenName[], budget: Budget): boolean {
  return followsParts(names, path, isAny, (name, given) => fitsName(name, given, budget));
}

function fitsName(name: Name, given: GivenName, budget: Budget): boolean {
  if (!budget.spend() || name === 'any') return false;
  if ('text' in name) return name.text === given.text;
  return followsParts(name, given.characters, isAny, (part, character) => budget.spend() && fitsPart(part, character));
}

function fitsPart(part: Part, character: string): boolean {
  if (typeof part === 'string') return true;
  if ('is' in part) return part.is === character;
  return part.ranges.some(([first, last]) => first <= character && character <= last) === part.isOneOf;
}

function isAny(part: Name | Part): boolean {
  return part === 'any';
}

/** @returns undefined if no bracket closes the set */
function setAt(characters: readonly string[], start: number): (CharacterSet & { readonly end: number }) | undefined {
  const isNegated = characters[start + 1] === '^' || characters[start + 1] === '!';
  const from = start + (isNegated ? 2 : 1);
  const end = characters.indexOf(']', from + 1);
  if (end === -1) return undefined;
  const inside = characters.slice(from, end);
  const ranges: [string, string][] = [];
  for (let at = 0; at < inside.length; at += 1) {
    const first = inside[at] ?? '';
    const last = inside[at + 1] === '-' ? inside[at + 2] : undefined;
    ranges.push([first, last ?? first]);
    if (last !== undefined) at += 2;
  }
  return { isOneOf: !isNegated, ranges, end };
}

/** Whether the pattern matches the text; `*` matches any text. */
export function matchesPattern(pattern: string, text: string): boolean {
  const isStar = (part: string) => part === '*';
  return followsParts(pattern, text, isStar, (part, character) => part === character);
}

/**
 * Whether the items match the parts; a wildcard part matches any number of items. Backtracks only to the last wildcard,
 * so the number of steps is at most the number of items times the longest run of parts between two wildcards.
 */
function followsParts<Part, Item>(
  parts: ArrayLike<Part>,
  items: ArrayLike<Item>,
  takesAny: (part: Part) => boolean,
  fits: (part: Part, item: Item) => boolean,
): boolean {
  let part = 0;
  let item = 0;
  let afterAny = -1;
  let takenUntil = 0;
  const isAnyHere = () => part < parts.length && takesAny(parts[part] as Part);
  while (item < items.length) {
    if (isAnyHere()) {
      part += 1;
      afterAny = part;
      takenUntil = item;
    } else if (part < parts.length && fits(parts[part] as Part, items[item] as Item)) {
      part += 1;
      item += 1;
    } else if (afterAny === -1) return false;
    else {
      takenUntil += 1;
      part = afterAny;
      item = takenUntil;
    }
  }
  while (isAnyHere()) part += 1;
  return part === parts.length;
}
