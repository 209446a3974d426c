/** Tests what people are told of users: the view, its reasons, lenses, hovers, and a case that is copied. */
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../server/src/features/evaluation/evaluated.js';
import { Evaluated } from '../../../server/src/features/evaluation/evaluated.js';
import { usersAt } from '../../../server/src/features/evaluation/hovers.js';
import { userLenses } from '../../../server/src/features/evaluation/lenses.js';
import { reason } from '../../../server/src/features/evaluation/reason.js';
import { testCase } from '../../../server/src/features/evaluation/testCase.js';
import { whoGetsWhat } from '../../../server/src/features/evaluation/whoGetsWhat.js';
import { OpenDocument } from '../../../server/src/features/openDocument.js';

const content = {
  rules: [
    {
      name: 'new versions',
      serve: { select: 1 },
      conditions: [{ type: 'semver', subject: 'app_version', predicate: '>=', objects: ['2.4.0'] }],
    },
    {
      name: 'staff',
      serve: { split: [0, 4_000, 6_000] },
      conditions: [{ type: 'segment', subject: '', predicate: 'is in', objects: ['staff'] }],
    },
  ],
  disabledServe: { select: 0 },
  defaultServe: { select: 0 },
  variations: [
    { name: 'off', value: 'false' },
    { name: 'on', value: 'true' },
    { name: 'half', value: 'true' },
  ],
};

const person = (name: string, attributes: Record<string, string>, segments: string[] | undefined = []): Person => ({
  name,
  key: name,
  attributes: new Map(Object.entries(attributes)),
  segments,
});
const ada = person('ada', { app_version: '2.4.0' });
const bob = person('bob', {});
const cy = person('cy', { app_version: '2.3.9' }, ['staff']);
const dan = { ...person('dan', {}), segments: undefined };

function opened(change: object = {}, text = JSON.stringify({ content: { ...content, ...change } }, undefined, 2)) {
  const open = OpenDocument.open('file:///w/checkout.targeting.json', 'json', 7, text);
  const evaluated = new Evaluated(open.json, {
    ...{ toggle: 'checkout', returnType: 'boolean', segments: undefined, now: 0 },
    ...{ toggles: new Map(), otherToggles: 'unknown' as const },
  });
  return { open, evaluated, text };
}

const asUsers = (...people: readonly Person[]) => people.map((each) => ({ ...each, isAsked: false }));

describe('the view of who gets what', () => {
  it('says of each user what they get, and by which rule', () => {
    const { open, evaluated } = opened();
    const { users, version, notice } = whoGetsWhat(open, evaluated, undefined, asUsers(ada, bob, cy, dan));
    expect(version).toBe(7);
    expect(notice).toBeUndefined();
    expect(users.map(({ name, gets, by }) => [name, gets, by])).toEqual([
      ['ada', '1 · on', 'Rule 1 · new versions'],
      ['bob', '0 · off', 'default'],
      ['cy', '2 · half', 'Rule 2 · staff'],
      ['dan', 'it depends', 'Rule 2 · staff'],
    ]);
  });

  it('marks who gets something else than with the saved text', () => {
    const { open, evaluated } = opened({ defaultServe: { select: 1 } });
    const { users } = whoGetsWhat(open, evaluated, opened().evaluated, asUsers(ada, bob));
    expect(users.map(({ gets, saved }) => [gets, saved])).toEqual([
      ['1 · on', undefined],
      ['1 · on', '0 · off'],
    ]);
  });

  it('names the SDKs that give something else', () => {
    const prerequisites = [{ key: 'other', type: 'boolean', value: 'true' }];
    const { open } = opened({ prerequisites, defaultServe: { select: 1 } });
    const other = { content: { ...content, rules: [], defaultServe: { select: 0 } } };
    const evaluated = new Evaluated(open.json, {
      ...{ toggle: 'checkout', returnType: 'boolean', segments: undefined, now: 0 },
      toggles: new Map([['other', { key: 'other', returnType: 'boolean', targeting: other }]]),
    });
    const [user] = whoGetsWhat(open, evaluated, undefined, asUsers(bob)).users;
    expect(user).toMatchObject({
      gets: '0 · off',
      by: 'prerequisite other is not met',
      sdks: ['Node.js, Python: 1 · on'],
    });
  });

  it('says first that nobody gets anything, and where that comes from', () => {
    const { open, evaluated } = opened({ defaultServe: {} });
    const { notice } = whoGetsWhat(open, evaluated, undefined, []);
    expect(notice?.words).toContain('The toggle vanishes');
    expect(notice?.range).toEqual({
      start: open.json.positionAt(open.json.text.indexOf('"defaultServe": {') + '"defaultServe": '.length),
      end: open.json.positionAt(open.json.text.indexOf('"defaultServe": {}') + '"defaultServe": {}'.length),
    });
  });

  it.each([
    '',
    '[',
    '{"content":{"rules":[{"conditions":[{',
    '\ud800',
    '{"content":[]}',
    '{"disabled":{},"content":{"variations":[]}}',
    JSON.stringify({ content: { ...content, variations: undefined } }),
  ])('does not claim anything of the text %j', (text) => {
    const { open, evaluated } = opened({}, text);
    const { users, notice } = whoGetsWhat(open, evaluated, undefined, asUsers(bob));
    expect(users.map((each) => each.gets)).toEqual(['it depends']);
    expect(notice).toBeDefined();
  });
});

describe('the reason', () => {
  it('has each rule and condition with what was looked at', () => {
    const { open, evaluated } = opened();
    const told = reason(open, evaluated, cy).map(({ words, detail, state, steps }) => [
      `${words} ${state} ${detail}`.trim(),
      ...steps.map((step) => `${step.words} ${step.state} ${step.detail}`.trim()),
    ]);
    expect(told).toEqual([
      ['Rule 1 · new versions fails', 'app_version >= 2.4.0 fails 2.3.9 is below 2.4.0'],
      [expect.stringMatching(/^Rule 2 · staff holds 2 · half · bucket \d+ of 10000$/), 'is in staff holds'],
      ['default unreached'],
    ]);
  });

  it('has a place for each step', () => {
    const { open, evaluated } = opened();
    const [first] = reason(open, evaluated, ada);
    expect(open.json.text.slice(open.json.offsetAt(first?.range?.start ?? { line: 0, character: 0 }))).toMatch(
      /^\{\s*"name": "new versions"/,
    );
  });

  it('ends where a toggle is required that is not known, and does not call it unmet', () => {
    const { open, evaluated } = opened({ prerequisites: [{ key: 'other', type: 'boolean', value: 'true' }] });
    expect(reason(open, evaluated, bob).map(({ words, state }) => [words, state])).toEqual([
      ['requires other = true', 'depends'],
      ['Rule 1 · new versions', 'unreached'],
      ['Rule 2 · staff', 'unreached'],
      ['it depends on a prerequisite that is not known', 'depends'],
    ]);
  });
});

it('has lenses above the rules and the default that decide for users', () => {
  const { open, evaluated } = opened();
  const people = [ada, bob, cy, person('eve', {}), person('fay', {}), person('gil', {})];
  const lenses = userLenses(open, evaluated, people, 'show').map(({ range, command }) => [
    open.json.text.split('\n')[range.start.line]?.trim(),
    command?.title,
    command?.command,
  ]);
  expect(lenses).toEqual([
    ['{', 'ada (1 of 6 users)', 'show'],
    ['"defaultServe": {', 'bob, eve + 2 of 6 users', 'show'],
    ['{', 'cy (1 of 6 users)', 'show'],
  ]);
});

describe('a hover', () => {
  const hoverAt = (words: string, ...people: readonly Person[]) => {
    const { open, evaluated, text } = opened();
    return usersAt(open, text.indexOf(words), evaluated, people);
  };

  it('says at a condition who passes, and why not', () => {
    expect(hoverAt('"app_version"', ada, bob, cy)).toBe(
      '`ada` ✓ `2.4.0`  \n`bob` ✘ `lacks "app_version"`  \n`cy` ✘ `2.3.9 is below 2.4.0`',
    );
  });

  it('says at a split the bucket of each user', () => {
    expect(hoverAt('4000', cy)).toMatch(/^`cy` bucket \d+ → 2 · half$/);
  });

  it('counts those who are too many, and says nothing where there are none', () => {
    const many = Array.from({ length: 20 }, (_, index) => person(`u${index}`, {}));
    expect(hoverAt('"app_version"', ...many)).toContain('and 8 more');
    expect(hoverAt('"app_version"')).toBeUndefined();
    expect(hoverAt('"variations"', ada)).toBeUndefined();
  });
});

describe('a copied test', () => {
  it('names a user of the file, the variation and the rule', () => {
    expect(JSON.parse(testCase(opened().evaluated, ada, undefined))).toEqual({
      user: 'ada',
      expect: { variation: 'on', rule: 'new versions' },
    });
  });

  it('has in it who stands in no file', () => {
    const asked = { name: 'x', key: 'x', attributes: { app_version: '1.0.0' }, now: 1_764_547_200, bucket: 42 };
    const asPerson = { ...person('x', asked.attributes), now: asked.now, bucket: 42 };
    expect(JSON.parse(testCase(opened().evaluated, asPerson, asked))).toEqual({
      user: { key: 'x', attributes: { app_version: '1.0.0' } },
      now: '2025-12-01T00:00:00Z',
      bucket: 42,
      expect: { variation: 'off' },
    });
  });
});
