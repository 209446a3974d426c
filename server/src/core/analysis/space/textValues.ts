/** Finds sample texts for the possible combinations of answers that string conditions give. */
import { byWord } from '../../json/plain.js';
import type { Part } from '../../evaluation/texts/regexParser.js';
import { parseRegex } from '../../evaluation/texts/regexParser.js';
import { isOneOf } from '../../evaluation/texts/regexes.js';
import type { Condition } from '../../evaluation/toggles.js';
import type { Truth } from './axis.js';
import type { Piece, Pieces } from './textAtoms.js';
import { atomsOf, nameOf } from './textAtoms.js';
import type { Value, Values } from './axisValues.js';

const patterns = byWord<Piece | undefined>({
  'starts with': 'prefix',
  'does not start with': 'prefix',
  'ends with': 'suffix',
  'does not end with': 'suffix',
  contains: 'part',
  'does not contain': 'part',
  'matches regex': 'regex',
  'does not match regex': 'regex',
});

const MAX_COMBINATIONS = 1_024;

/** Whether the condition searches in the text instead of comparing the whole text. */
export function hasPatterns({ type, predicate }: Condition): boolean {
  return type === 'string' && Object.hasOwn(patterns, predicate);
}

export function isRegex(condition: Condition): boolean {
  return hasPatterns(condition) && patterns[condition.predicate] === 'regex';
}

/** Whether all engines accept the expression and parse it alike. */
export function isReadAlike(source: string): boolean {
  const regex = parseRegex(source);
  return typeof regex !== 'string' && !('refusedBy' in regex);
}

export function stringValues(conditions: readonly Condition[]): Values {
  const pieces = piecesIn(conditions);
  const listed = [...pieces.whole];
  const places = new Map(listed.map((text, index) => [text, index]));
  const textsWith = (unlisted: readonly string[]) => ({
    texts: [...listed.map((text) => ({ text, isNamed: true })), ...unlisted.map((text) => ({ text, isNamed: false }))],
    placeOf: (object: string) => places.get(object),
    listed: listed.length,
  });
  const regexes = new Set([...pieces.regex].filter(isReadAlike));
  const found = regexes.size === 0 ? undefined : atomsOf({ ...pieces, regex: regexes });
  if (found !== undefined) {
    const { atoms, steps } = found;
    const kinds = atoms.map(({ found: had, isShown }) => ({
      truthOf: (condition: Condition) => truthAmong(condition, had, regexes),
      isShown,
    }));
    return {
      ...textsWith(atoms.filter(({ isShown }) => isShown).map(({ text }) => text)),
      unlisted: { kinds, steps },
      isComplete: regexes.size === pieces.regex.size,
      isDistinct: true,
    };
  }
  const { prefix: prefixes, suffix: suffixes, part: parts } = pieces;
  const filler = fillerFor(conditions);
  const isTooMuch =
    filler === undefined || (prefixes.size + 1) * (suffixes.size + 1) * 2 ** parts.size > MAX_COMBINATIONS;
  return {
    ...textsWith(isTooMuch ? [filler ?? ''] : unlistedTexts(prefixes, suffixes, parts, filler)),
    isComplete: !isTooMuch && pieces.regex.size === 0,
    isDistinct: !isTooMuch,
  };
}

/**
 * @param found names of the pieces that the text contains, as `nameOf` returns them.
 * @param regexes the regular expressions that were searched for; the answer about any other expression is `maybe`.
 */
export function truthAmong(condition: Condition, found: ReadonlySet<string>, regexes: ReadonlySet<string>): Truth {
  const { predicate, objects } = condition;
  const piece = hasPatterns(condition) ? patterns[predicate] : undefined;
  if (piece === undefined) return predicate === 'is not any of' ? 'yes' : 'no';
  // Objects are alternatives; a negative predicate holds if the corresponding positive predicate holds for no object.
  if (piece === 'regex' && !objects.every((object) => regexes.has(object))) return 'maybe';
  return objects.some((object) => found.has(nameOf(piece, object))) !== predicate.startsWith('does') ? 'yes' : 'no';
}

/** A matching text for each regular expression for which such a text is easy to construct. */
export function matchingTexts(conditions: readonly Condition[]): readonly Value[] {
  const regexes = new Set(conditions.filter(isRegex).flatMap(({ objects }) => objects));
  return [...regexes].flatMap((source) => {
    const regex = parseRegex(source);
    const text = typeof regex === 'string' || 'refusedBy' in regex ? undefined : sampleOf(regex.part);
    return text === undefined || text.length > 200 ? [] : [{ text, isNamed: false }];
  });
}

/**
 * A sample text for each combination of a prefix, a suffix and parts, separated by a character that no object contains.
 * Every unlisted text has the same prefixes, suffixes and parts as one of these samples.
 */
function unlistedTexts(
  prefixes: ReadonlySet<string>,
  suffixes: ReadonlySet<string>,
  parts: ReadonlySet<string>,
  filler: string,
): readonly string[] {
  const choices = [...parts].reduce<readonly string[]>(
    (chosen, part) => chosen.flatMap((each) => [each, each + filler + part]),
    [''],
  );
  const texts = ['', ...prefixes].flatMap((prefix) =>
    choices.flatMap((middle) => ['', ...suffixes].map((suffix) => prefix + middle + filler + suffix)),
  );
  return [...new Set(texts)];
}

function piecesIn(conditions: readonly Condition[]): Pieces {
  const pieces = {
    whole: new Set<string>(),
    prefix: new Set<string>(),
    suffix: new Set<string>(),
    part: new Set<string>(),
    regex: new Set<string>(),
  };
  for (const { predicate, objects } of conditions) {
    const piece = pieces[patterns[predicate] ?? 'whole'];
    for (const object of objects) piece.add(object);
  }
  return pieces;
}

/** @returns a character that no object contains; undefined if all candidates are in use */
function fillerFor(conditions: readonly Condition[]): string | undefined {
  const taken = new Set<number>();
  for (const { objects } of conditions)
    for (const object of objects) for (let at = 0; at < object.length; at += 1) taken.add(object.charCodeAt(at));
  const letter = Array.from('xyzqwvkj0123456789_~').find((each) => !taken.has(each.charCodeAt(0)));
  if (letter !== undefined) return letter;
  for (let code = 0x4e00; code < 0xd800; code += 1) if (!taken.has(code)) return String.fromCharCode(code);
  return undefined;
}

function sampleOf(part: Part): string {
  switch (part.kind) {
    case 'characters': {
      const { characters } = part;
      const code = [120, 97, 65, 48, 45, 32].find((each) => isOneOf(characters, each));
      return String.fromCodePoint(code ?? characters.ranges[0]?.[0] ?? 120);
    }
    case 'assertion':
      return '';
    case 'sequence':
      return part.parts.map(sampleOf).join('');
    case 'choice':
      return part.parts[0] === undefined ? '' : sampleOf(part.parts[0]);
    case 'repeat':
      return sampleOf(part.part).repeat(Math.min(Math.max(part.least, Math.min(1, part.most)), 200));
  }
}
