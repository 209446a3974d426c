/** Tests that large files do not make answers slow or impossible, by counting steps instead of time. */
import { describe, expect, it, vi } from 'vitest';
import { Analysis } from '../../server/src/core/analysis/analysis.js';
import { stringValues } from '../../server/src/core/analysis/space/textValues.js';
import { Budget } from '../../server/src/core/budget.js';
import { compareMaven, readMaven } from '../../server/src/core/evaluation/values/mavenVersions.js';
import { searchFor } from '../../server/src/core/evaluation/texts/regexes.js';
import { payload } from '../../server/src/core/features/payload.js';
import { parse } from '../../server/src/core/json/document.js';
import { arrivalIn } from '../analysis/contents.js';
import { compares, rule, worldWith } from '../analysis/toggles.js';

const counted = vi.hoisted(() => ({ ranges: 0, parsed: 0 }));

vi.mock(import('../../server/src/core/evaluation/texts/regexParser.js'), async (original) => {
  const module = await original();
  return { ...module, parseRegex: (source) => withRangesCounted(module.parseRegex(source)) };
});

vi.mock(import('../../server/src/core/json/document.js'), async (original) => {
  const module = await original();
  const parseCounted = (text: string) => {
    counted.parsed += 1;
    return module.parse(text);
  };
  return { ...module, parse: parseCounted };
});

function withRangesCounted<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  const isSet = 'isNegated' in value && 'ranges' in value;
  const entries = Object.entries(value).map(([key, each]: [string, unknown]) => [
    key,
    isSet && key === 'ranges' && Array.isArray(each) ? new Proxy(each, counting) : partsCounted(each),
  ]);
  return Object.fromEntries(entries) as Value;
}

function partsCounted(each: unknown): unknown {
  if (each instanceof Set) return each;
  return Array.isArray(each) ? each.map(withRangesCounted) : withRangesCounted(each);
}

const counting: ProxyHandler<unknown[]> = {
  get(target, key, receiver) {
    if (typeof key === 'string' && /^\d+$/.test(key)) counted.ranges += 1;
    return Reflect.get(target, key, receiver) as unknown;
  },
};

describe('a regular expression', () => {
  it('compares each character of a text with only a few of 10,000 characters in a set', () => {
    // No two characters are adjacent, so they stay 10,000 ranges.
    const set = String.fromCodePoint(...Array.from({ length: 10_000 }, (_, index) => 0x4e00 + 2 * index));
    const search = searchFor(`^[${set}]+$`);
    const text = String.fromCodePoint(0x4e00 + 2 * 9_999).repeat(1_000);
    counted.ranges = 0;
    expect([search(text), search(`${text}\u4e01`)]).toEqual([true, false]);
    expect(counted.ranges).toBeGreaterThan(0);
    expect(counted.ranges).toBeLessThan(2_001 * 20);
  });

  it('reads sets with repeated, overlapping or unordered members correctly', () => {
    const search = searchFor('^[m-pza-cabb-dq]+$');
    expect(Array.from('abcdemnopqrz').filter((letter) => search(letter) !== true)).toEqual(['e', 'r']);
    const others = searchFor('^[^m-pza-cabb-dq]+$');
    expect(Array.from('abcdemnopqrz').filter((letter) => others(letter) === true)).toEqual(['e', 'r']);
  });

  it('returns "differs", not a wrong result, once the effort for a user is spent', () => {
    const effort = new Budget(1_000);
    const search = searchFor('(a|b|ab)*c$');
    const answers = Array.from({ length: 100 }, () => search('ababababc', effort));
    expect(answers[0]).toBe(true);
    expect(answers.at(-1)).toBe('differs');
    expect(new Set(answers)).toEqual(new Set([true, 'differs']));
  });
});

it('compares versions of any length and nesting that a file can contain', () => {
  const long = readMaven('1a'.repeat(20_000));
  expect(compareMaven(long, long)).toBe(0);
  expect(compareMaven(long, readMaven(`${'1a'.repeat(20_000)}2`))).not.toBe(0);
});

it('removes 20,000 occurrences of $schema from a file with at most two parses', () => {
  const document = parse(`{ ${'"$schema": "x", '.repeat(20_000)}"disabled": false, "$schema": "y" }`);
  counted.parsed = 0;
  expect(payload(document)).toBe('{"comment": "",  "disabled": false }');
  expect(counted.parsed).toBeLessThan(3);
});

it('analyses targeting even if every character is in some object', () => {
  const units = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('');
  const pairs = Array.from({ length: 0x400 }, (_, code) => String.fromCharCode(0xd800 + code, 0xdc00 + code)).join('');
  const others = Array.from({ length: 0x2000 }, (_, code) => String.fromCharCode(0xe000 + code)).join('');
  const conditions = [
    compares('string', 'city', 'starts with', units + pairs + others),
    compares('string', 'city', 'contains', 'Paris'),
  ];
  const rules = [
    ...conditions.map((condition) => rule({ select: 1 }, condition)),
    rule({ select: 1 }),
    rule({ select: 2 }),
  ];
  // A search for a free character would never end: it fails here after many tries.
  let tried = 0;
  const fromCharCode = vi.spyOn(String, 'fromCharCode').mockImplementation((code) => {
    tried += 1;
    if (tried > 200_000) throw new Error('It tries one character after the other, and never ends.');
    return String.fromCodePoint(code);
  });
  try {
    const arrival = arrivalIn(worldWith(rules));
    const asked = arrival.toggle.rules.flatMap((each) => each.conditions);
    const analysis = new Analysis({ ...arrival, now: 1_700_000_000, budget: new Budget(Infinity) });
    expect(stringValues(asked)).toMatchObject({ isComplete: false, isDistinct: false });
    // What is known without such a text is still found.
    expect(analysis.findings()).toContainEqual({ code: 'shadowed-rule', rule: 3, by: [2], canBeBefore: false });
  } finally {
    fromCharCode.mockRestore();
  }
});
