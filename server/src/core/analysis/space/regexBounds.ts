/**
 * Bounds a regular expression by two other expressions (evaluation.md 8): if the narrow one matches, the original
 * matches in every SDK; if the original matches in any SDK, the wide one matches. Characters are UTF-16 units.
 */
import type { Characters, Feature } from '../../evaluation/texts/regexCharacters.js';
import { complementOf, joined } from '../../evaluation/texts/regexCharacters.js';
import { isOneOf } from '../../evaluation/texts/regexes.js';
import type { Part, Regex } from '../../evaluation/texts/regexParser.js';

type Ranges = Characters['ranges'];

/** @returns undefined if a line break may follow `$`, because only some engines can match the part after `$` */
export function boundsOf({ part, features }: Regex): readonly [narrow: Part, wide: Part] | undefined {
  return isEndLast(part, true) ? [inUnits(part, features, false), inUnits(part, features, true)] : undefined;
}

function isEndLast(part: Part, isLast: boolean): boolean {
  switch (part.kind) {
    case 'characters':
      return true;
    case 'assertion':
      return part.what !== '$' || isLast;
    case 'choice':
      return part.parts.every((each) => isEndLast(each, isLast));
    case 'sequence':
      return part.parts.every((each, index) => {
        const next = part.parts[index + 1];
        return isEndLast(each, next === undefined ? isLast : isNoLineBreak(next));
      });
    case 'repeat':
      return isEndLast(part.part, false);
  }
}

function isNoLineBreak(part: Part): boolean {
  return part.kind === 'characters' && ![0x0a, ...lineBreaks.flat()].some((point) => isOneOf(part.characters, point));
}

function inUnits(part: Part, features: ReadonlySet<Feature>, isWide: boolean): Part {
  switch (part.kind) {
    case 'characters':
      return charactersIn(part.characters, features, isWide);
    case 'assertion':
      return part.what === '$' && isWide ? lineBreakAndEnd : part;
    case 'sequence':
    case 'choice':
      return { kind: part.kind, parts: part.parts.map((each) => inUnits(each, features, isWide)) };
    case 'repeat':
      return { ...part, part: inUnits(part.part, features, isWide) };
  }
}

const surrogates: Ranges = [[0xd800, 0xdfff]];
const beyondAscii: Ranges = [[0x80, 0x10ffff]];
const blanks: Ranges = [
  [0x0b, 0x0b],
  [0x1c, 0x1f],
];
const lineBreaks: Ranges = [
  [0x0d, 0x0d],
  [0x85, 0x85],
  [0x2028, 0x2029],
];

function charactersIn({ ranges, isNegated }: Characters, features: ReadonlySet<Feature>, isWide: boolean): Part {
  const [[first, last] = [0, -1]] = ranges;
  if (!isNegated && ranges.length === 1 && first === last) return literal(String.fromCodePoint(first));
  const isAnyInLine = isNegated && first === 0x0a && last === 0x0a;
  const hasClasses = (['word', 'blank', 'digit'] as const).some((each) => features.has(each));
  const unsure = joined([
    ...(hasClasses ? beyondAscii : []),
    ...(features.has('blank') ? blanks : []),
    ...(isAnyInLine ? lineBreaks : []),
  ]);
  const own = isNegated ? complementOf(ranges) : ranges;
  if (!isWide) return anyOf(complementOf(joined([...complementOf(own), ...unsure, ...surrogates])));
  const all = joined([...own, ...unsure]);
  const hasSurrogates = all.some(([from, to]) => from <= 0xdfff && to >= 0xd800);
  // Node treats a character beyond the BMP as two characters.
  return hasSurrogates ? { kind: 'choice', parts: [anyOf(all), surrogatePair] } : anyOf(all);
}

/** An expression that matches the given text, one UTF-16 unit at a time. */
export function literal(text: string): Part {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const parts = units.map((unit) => anyOf([[unit, unit]]));
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'sequence', parts };
}

function anyOf(ranges: Ranges): Part {
  return { kind: 'characters', characters: { ranges, isNegated: false } };
}

const surrogatePair: Part = { kind: 'sequence', parts: [anyOf([[0xd800, 0xdbff]]), anyOf([[0xdc00, 0xdfff]])] };

export const start: Part = { kind: 'assertion', what: '^' };
export const end: Part = { kind: 'assertion', what: '$' };

/** In Python and Java, `$` also matches before a line break at the end of the text. */
const lineBreakAndEnd: Part = {
  kind: 'sequence',
  parts: [{ kind: 'choice', parts: [literal(''), literal('\r\n'), anyOf([[0x0a, 0x0a], ...lineBreaks])] }, end],
};
