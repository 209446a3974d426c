/** Tests which changes of a targeting are tried, and what is said of its tests. */
import { noUsers } from '../../../server/src/core/evaluation/users.js';
import { describe, expect, it, vi } from 'vitest';
import { casesIn, MAX_RUNS_TOGETHER } from '../../../server/src/core/evaluation/cases.js';
import { coverageOf } from '../../../server/src/core/results/coverage.js';
import { Evaluated } from '../../../server/src/core/results/evaluated.js';
import { changedBy } from '../../../server/src/core/results/mutant.js';
import { mutants } from '../../../server/src/core/results/mutants.js';
import { mutationsOf } from '../../../server/src/core/results/mutations.js';
import { runTests } from '../../../server/src/core/results/runTests.js';
import type { JsonDocument } from '../../../server/src/core/json/document.js';
import { parse } from '../../../server/src/core/json/document.js';

const paris = { type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] };
const condition = (type: string, predicate: string, ...objects: string[]) => ({
  ...{ type, subject: 'a', predicate },
  objects,
});
const content = (change: object = {}) => ({
  rules: [],
  disabledServe: { select: 0 },
  defaultServe: { select: 0 },
  variations: [
    { name: 'off', value: 'false' },
    { name: 'on', value: 'true' },
  ],
  ...change,
});
const written = (change: object = {}, rest: object = {}) =>
  parse(JSON.stringify({ ...rest, content: content(change) }, undefined, 2));
const serves = [
  'The disabled toggle serves 1 · on instead of 0 · off.',
  'The default serves 1 · on instead of 0 · off.',
];

/** What is changed beside the serves of everyone. */
const wordsOf = (document: JsonDocument) =>
  Array.from(mutants(document), (each) => each.words(changedBy(document, each))).filter(
    (words) => !serves.includes(words),
  );
const wordsOfRules = (...rules: object[]) => wordsOf(written({ rules }));
const wordsOfCondition = (each: object) =>
  wordsOfRules({ serve: { select: 1 }, conditions: [each] })
    .filter((words) => words.startsWith('Rule 1 asks') || words.includes('ask for'))
    .map((words) => words.replace(/^Rule 1 (?:asks )?|, not.*$/g, ''));

describe('the changes', () => {
  it('are of each serve: another variation', () => {
    const document = written();
    const texts = Array.from(mutants(document), (each) => changedBy(document, each).text);
    const changed = (change: object) => JSON.stringify({ content: content(change) }, undefined, 2);
    expect(texts).toEqual([changed({ disabledServe: { select: 1 } }), changed({ defaultServe: { select: 1 } })]);
  });

  it('turn it off and on, and leave out what it requires', () => {
    const prerequisites = [{ key: 'accounts', type: 'boolean', value: 'true' }];
    expect(wordsOf(written({ prerequisites }, { disabled: false }))).toEqual([
      'The toggle is disabled.',
      'It does not require "accounts".',
    ]);
    expect(wordsOf(written({}, { disabled: true }))).toEqual(['The toggle is enabled.']);
  });

  it('remove rules, change places of two, and serve something else', () => {
    const rules = [
      { name: 'beta', serve: { select: 1 }, conditions: [paris] },
      { serve: { split: [5_000, 5_000] }, conditions: [] },
    ];
    expect(wordsOfRules(...rules)).toEqual([
      'Rule 1 · beta is removed.',
      'Rule 1 · beta is tried after Rule 2.',
      'Rule 1 · beta serves 0 · off instead of 1 · on.',
      'Rule 1 · beta does not ask whether "city" equals "Paris".',
      'Rule 1 · beta asks whether "city" does not equal "Paris", not whether "city" equals "Paris".',
      'Rule 2 is removed.',
      'Rule 2 serves 1 · on to those who get 0 · off.',
      'Rule 2 serves 1 · on instead of 0 · off in bucket 4999.',
      'Rule 2 serves 0 · off to those who get 1 · on.',
    ]);
  });

  it.each<[object, readonly string[]]>([
    [
      condition('number', '>', '18', '7'),
      ['is at least "18" or "7"', 'is at most "18" or "7"', 'is greater than "18" or "8"', 'does not ask for "7".'],
    ],
    [condition('number', '>', '18'), ['at least "18"', 'at most "18"', 'greater than "19"']],
    [condition('number', '>=', '18'), ['greater than "18"', 'less than "18"', 'at least "17"']],
    [condition('number', '<', '18'), ['at most "18"', 'at least "18"', 'less than "17"']],
    [condition('number', '<=', '1.5'), ['less than "1.5"', 'greater than "1.5"']],
    [condition('semver', '>=', '2.4.0'), ['greater than "2.4.0"', 'less than "2.4.0"', 'at least "2.3.0"']],
    [condition('semver', '<=', '2.4.0'), ['less than "2.4.0"', 'greater than "2.4.0"', 'at most "2.4.1"']],
    [condition('semver', '>=', '0.0.0'), ['greater than "0.0.0"', 'less than "0.0.0"']],
    [
      condition('datetime', 'after', '2026-12-01T08:00:00+08:00'),
      ['before "2026-12-01T08:00:00+08:00"', 'after "2026-11-30T23:59:59+00:00"', 'after "2026-12-01T00:00:01+00:00"'],
    ],
    [condition('string', 'is one of', 'a', 'b', 'a'), ['equals none of', 'does not ask for "b".']],
    [condition('segment', 'is in', 's'), ['the user is not in segment "s"']],
    [condition('string', 'is near', 'a', 'b'), []],
    [
      {
        ...{ type: 'number', subject: 'a', predicate: 'between', leftPredicate: '>=', objects: ['1'] },
        ...{ rightPredicate: '<', rightObjects: ['9'] },
      },
      [
        'greater than "1" and less than "9"',
        'less than "1" and less than "9"',
        'at least "0" and less than "9"',
        'at least "1" and at most "9"',
        'at least "1" and at least "9"',
        'at least "1" and less than "8"',
      ],
    ],
  ])('of the condition %j', (each, expected) => {
    const found = wordsOfCondition(each);
    expect(found).toHaveLength(expected.length);
    for (const [index, words] of expected.entries()) expect(found[index]).toContain(words);
  });

  it('are none that change nothing for anyone', () => {
    const same = { serve: { select: 0 }, conditions: [paris] };
    const isRule = (words: string) => / is (?:removed|tried)/.test(words);
    expect(wordsOfRules(same, same).filter(isRule)).toEqual(['Rule 1 is removed.']);
    const twins = [{ value: 'true' }, { value: 'true' }];
    expect(wordsOf(written({ variations: twins }))).toEqual([]);
    expect(wordsOf(written({ variations: twins, defaultServe: { split: [1, 9_999] } }))).toEqual([]);
  });

  it('are whole files, also where lists have comments and commas too many', () => {
    const rules = `[ // first
      { "serve": { "split": [1, 2,] }, "conditions": [${JSON.stringify(paris)},] },
      { "serve": { "select": 1 } }, // last
    ]`;
    const variations = '[{ "value": "a" }, { "value": "b" }]';
    const document = parse(`{ "content": { "rules": ${rules}, "variations": ${variations} } }`);
    const before = document.syntaxProblems.map(({ kind }) => kind);
    const all = [...mutants(document)];
    expect(all).toHaveLength(9);
    for (const each of all) {
      const kinds = changedBy(document, each).syntaxProblems.map(({ kind }) => kind);
      expect(before).toEqual(expect.arrayContaining(kinds));
    }
  });

  it.each([
    '',
    '[]',
    '{ "content": 5 }',
    '{ "content": { "rules": [1, { "conditions": [2, {}] }, {}] } }',
    '{"disabled":',
  ])('are made of any text: %s', (text) => {
    const document = parse(text);
    for (const each of mutants(document)) expect(each.words(changedBy(document, each))).not.toBe('');
  });
});

describe('of its tests', () => {
  const rules = [{ name: 'beta', serve: { select: 1 }, conditions: [paris] }];
  const inParis = { user: { key: 'u', attributes: { city: 'Paris' } }, expect: { variation: 'on' } };
  const inLyon = { user: { key: 'u', attributes: { city: 'Lyon' } }, expect: { variation: 'off' } };

  const beside = { toggle: 't', returnType: undefined, toggles: undefined, segments: undefined, now: 0 };
  const mutated = (cases: readonly object[], document = written({ rules })) => {
    const { unnoticed, cannotFail, ...counts } = mutationsOf(document, {
      cases: casesIn(parse(JSON.stringify({ cases }))),
      users: noUsers,
      evaluated: (each) => new Evaluated(each, beside),
    });
    return { unnoticed, cannotFail: cannotFail.map(({ index }) => index), ...counts };
  };

  it('says what none of them notices, with its line', () => {
    const { unnoticed, ...rest } = mutated([inParis]);
    expect(rest).toEqual({ tried: 6, areAll: true, cannotFail: [] });
    expect(unnoticed.map(({ words, range }) => [words, range.start.line])).toEqual([
      ['Rule 1 · beta does not ask whether "city" equals "Paris".', 9],
      [serves[0], 21],
      [serves[1], 24],
    ]);
    expect(mutated([inParis, inLyon]).unnoticed.map(({ words }) => words)).toEqual([serves[0]]);
  });

  it('says which of them no change makes fail', () => {
    const weak = { user: { key: 'u' }, expect: { value: 'false' } };
    const other = { ...weak, expect: { serve: 'defaultServe' } };
    const failing = { ...weak, expect: { variation: 'on' } };
    expect(mutated([inParis, weak, other, failing], written({ rules: [] })).cannotFail).toEqual([2]);
  });

  it('tries none where each would take so many runs of so many rules that nobody waits for one', () => {
    const cities = Array.from({ length: 1_000 }, (_, index) => String(index));
    const all = Array.from({ length: 100 }, () => ({ ...inLyon, matrix: { city: cities } }));
    const many = Array.from({ length: 3_000 }, () => ({ serve: { select: 1 }, conditions: [paris, paris] }));
    const document = written({ rules: many });
    const decide = vi.spyOn(Evaluated.prototype, 'decided');
    expect(mutated(all, document)).toEqual({ tried: 0, areAll: false, unnoticed: [], cannotFail: [] });
    expect(decide).not.toHaveBeenCalled();
    decide.mockRestore();
  });

  it('tries as many as the effort for a report allows where the file is large', () => {
    const document = parse(`${written({ rules }).text}${' '.repeat(20_000_000)}`);
    expect(mutated([inParis], document)).toMatchObject({ tried: 2, areAll: false });
  });

  it('counts coverage of the first runs where all would take too long', () => {
    const evaluated = new Evaluated(written({ rules }), beside);
    const [person] = runTests(casesIn(parse(JSON.stringify({ cases: [inParis] }))), evaluated, noUsers).flatMap(
      (each) => each.person ?? [],
    );
    const people = person === undefined ? [] : Array.from({ length: 10 }, () => person);
    expect(coverageOf(evaluated, people)).toMatchObject({ runs: 10, followed: 10 });
    expect(coverageOf(evaluated, people, 4 * 50 * evaluated.stepsOfARun)).toMatchObject({ runs: 10, followed: 4 });
  });

  it('says so where there are too many changes for so many runs', () => {
    const cities = Array.from({ length: 900 }, (_, index) => String(index));
    const all = Array.from({ length: 30 }, () => ({ ...inLyon, matrix: { city: cities } }));
    const { tried, areAll } = mutated(all);
    expect({ tried, areAll }).toEqual({ tried: Math.floor(MAX_RUNS_TOGETHER / (30 * 900)), areAll: false });
  });
});
