/** Tests which combinations of matches a text can have, by the evaluator and by the engine of each SDK. */
import { describe, expect, it } from 'vitest';
import type { Atom, Pieces } from '../../server/src/core/analysis/space/textAtoms.js';
import { atomsOf, nameOf } from '../../server/src/core/analysis/space/textAtoms.js';
import { searchFor } from '../../server/src/core/evaluation/texts/regexes.js';
import { rounds } from '../support/rounds.js';
import { Random } from './contents.js';
import type { RegexReadings } from './regexReadings.js';
import { regexBy } from './regexReadings.js';

const characters = [
  'a',
  'b',
  'c',
  'x',
  '0',
  '-',
  '_',
  '.',
  ' ',
  '\n',
  '\r',
  '\x0b',
  '\x1c',
  '\x85',
  '\u2028',
  'é',
  '東',
  '٣',
  '😀',
  '\ud83d',
];
const shortTexts = ['', ...characters, ...characters.flatMap((one) => characters.map((other) => one + other))];
const words = ['a', 'ab', 'b', 'ca', '', 'é', '😀', 'a\n', '-'];

interface World {
  readonly pieces: Pieces;
  readonly regexes: readonly RegexReadings[];
}

function worldBy(random: Random): World {
  const some = (most: number) => new Set(random.some(words, random.below(most + 1)));
  const regexes = Array.from({ length: 1 + random.below(3) }, () => regexBy(random));
  return {
    pieces: {
      whole: some(3),
      prefix: some(2),
      suffix: some(2),
      part: some(1),
      regex: new Set(regexes.map(({ source }) => source)),
    },
    regexes,
  };
}

/** @returns what is found in the text, as atoms name it */
function foundIn(text: string, { prefix, suffix, part }: Pieces, matching: readonly string[]): string {
  const names = [
    ...[...prefix].filter((each) => text.startsWith(each)).map((each) => nameOf('prefix', each)),
    ...[...suffix].filter((each) => text.endsWith(each)).map((each) => nameOf('suffix', each)),
    ...[...part].filter((each) => text.includes(each)).map((each) => nameOf('part', each)),
    ...matching.map((each) => nameOf('regex', each)),
  ];
  return [...new Set(names)].sort().join('\n');
}

function textsFor(random: Random, { pieces }: World, atoms: readonly Atom[]): readonly string[] {
  const own = [...Object.values(pieces).flatMap((each) => [...each]), ...atoms.map(({ text }) => text)].slice(0, 60);
  const aimed = Array.from({ length: 300 }, () => random.of(own) + random.of(shortTexts) + random.of([...own, '']));
  return [...shortTexts, ...own, ...own.map((each) => `${each}\n`), ...own.map((each) => `${each}\r\n`), ...aimed];
}

it('for any text, some atom has exactly the matches that each SDK finds in the text', { timeout: 600_000 }, () => {
  let [told, tooMuch] = [0, 0];
  const missing: string[] = [];
  for (let seed = 1; seed <= rounds(600) && missing.length < 5; seed += 1) {
    const random = new Random(seed);
    const world = worldBy(random);
    const found = atomsOf(world.pieces);
    if (found === undefined) {
      tooMuch += 1;
      continue;
    }
    const known = new Set(found.atoms.map((atom) => [...atom.found].sort().join('\n')));
    for (const text of textsFor(random, world, found.atoms)) {
      if (world.pieces.whole.has(text)) continue;
      for (const [at, { name }] of (world.regexes[0]?.engines ?? []).entries()) {
        const matching = world.regexes
          .filter(({ engines }) => engines[at]?.regex.test(text))
          .map(({ source }) => source);
        const own = foundIn(text, world.pieces, matching);
        told += 1;
        if (!known.has(own))
          missing.push(`seed ${seed}: to ${name}, ${JSON.stringify(text)} has ${JSON.stringify(own)}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(tooMuch).toBeLessThan(rounds(600) * 0.4);
  expect(told).toBeGreaterThan(rounds(600) * 1_000);
});

it('the evaluator finds exactly the listed matches in the text of each atom', () => {
  let [shown, all] = [0, 0];
  for (let seed = 1; seed <= rounds(600); seed += 1) {
    const { pieces } = worldBy(new Random(seed));
    for (const { text, found, isShown } of atomsOf(pieces)?.atoms ?? []) {
      all += 1;
      if (!isShown) continue;
      shown += 1;
      const matching = [...pieces.regex].filter((source) => searchFor(source)(text) === true);
      expect([seed, text, [...found].sort().join('\n')]).toEqual([seed, text, foundIn(text, pieces, matching)]);
      expect(pieces.whole.has(text)).toBe(false);
    }
  }
  expect(shown).toBeGreaterThan(all * 0.3);
});

describe('atoms', () => {
  const none = new Set<string>();
  const atoms = (regexes: readonly string[], others: Partial<Pieces> = {}) =>
    atomsOf({ whole: none, prefix: none, suffix: none, part: none, ...others, regex: new Set(regexes) })?.atoms.map(
      ({ text, found }) => [text, ...found],
    );

  it('exist only for combinations that a text can have', () => {
    expect(atoms(['^a'], { prefix: new Set(['a']) })).toEqual([[''], ['a', 'prefix a', 'regex ^a']]);
    expect(atoms(['.*'])).toEqual([['', 'regex .*']]);
    expect(atoms(['^[0-9]{3,5}-', '^12345-?6'])).toEqual([
      [''],
      ['999-', 'regex ^[0-9]{3,5}-'],
      ['123456', 'regex ^12345-?6'],
      ['12345-6', 'regex ^12345-?6', 'regex ^[0-9]{3,5}-'],
    ]);
  });

  it('treat `$` as the end of a text, and in Python and Java also as the place before a final line break', () => {
    expect(atoms(['^a$'], { whole: new Set(['a']) })).toEqual([[''], ['a\r', 'regex ^a$']]);
    expect(atoms(['^a$'], { prefix: new Set(['a']) })).toEqual([
      [''],
      ['a', 'prefix a', 'regex ^a$'],
      ['az', 'prefix a'],
    ]);
    expect(atoms(['^a$', 'ab'])).toEqual([[''], ['a', 'regex ^a$'], ['ab', 'regex ab']]);
  });

  it('are undefined if there are too many of them, or too many states', () => {
    expect(atoms(Array.from({ length: 12 }, (_, index) => `${String.fromCharCode(97 + index)}!`))).toBeUndefined();
    expect(atoms(['(a|b)*a(a|b){20}'])).toBeUndefined();
    expect(atoms(['(?:a{900}){1}|[ab]{999}'])?.length ?? 0).toBeLessThan(3);
  });
});
