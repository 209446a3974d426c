/** Tests the results of named users in the view, its reasons, lenses, hovers and copied tests. */
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../server/src/core/results/evaluated.js';
import { Evaluated } from '../../../server/src/core/results/evaluated.js';
import { usersAt } from '../../../server/src/core/results/hovers.js';
import { userLenses } from '../../../server/src/core/results/lenses.js';
import { reasonSteps } from '../../../server/src/core/results/reasons/reasonSteps.js';
import { testCase } from '../../../server/src/core/results/tests/testCase.js';
import { whoGetsWhat } from '../../../server/src/core/results/whoGetsWhat.js';
import { OpenDocument } from '../../../server/src/core/features/openDocument.js';
import { condition, contentOf, inSegment, variations } from '../../support/targeting.js';

const content = contentOf({
  rules: [
    { name: 'new versions', serve: { select: 1 }, conditions: [condition('semver', 'app_version', '>=', '2.4.0')] },
    { name: 'staff', serve: { split: [0, 4_000, 6_000] }, conditions: [inSegment('staff')] },
  ],
  variations: [...variations, { name: 'half', value: 'true' }],
});

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

function opened(
  change: object = {},
  text = JSON.stringify({ disabled: false, content: { ...content, ...change } }, undefined, 2),
) {
  const open = OpenDocument.open('file:///w/checkout.targeting.json', 'json', 7, text);
  const evaluated = new Evaluated(open.json, {
    ...{ toggle: 'checkout', returnType: 'boolean', segments: undefined, now: 0 },
    ...{ toggles: new Map(), otherToggles: 'unknown' as const },
  });
  return { open, evaluated, text };
}

const asUsers = (...people: readonly Person[]) => people.map((each) => ({ ...each, isAsked: false }));

describe('the "Who gets what" view', () => {
  it('shows the value of each user, and the rule that decides', () => {
    const { open, evaluated } = opened();
    const { users, version, notice } = whoGetsWhat(open, evaluated, undefined, asUsers(ada, bob, cy, dan));
    expect(version).toBe(7);
    expect(notice).toBeUndefined();
    expect(users.map(({ name, gets, by }) => [name, gets, by])).toEqual([
      ['ada', '1 · on', 'Rule 1 · new versions'],
      ['bob', '0 · off', 'default'],
      ['cy', '2 · half', 'Rule 2 · staff'],
      ['dan', 'it depends', 'it is unknown whether Rule 2 · staff matches'],
    ]);
  });

  it('marks users whose value differs from the earlier text', () => {
    const { open, evaluated } = opened({ defaultServe: { select: 1 } });
    const { users } = whoGetsWhat(open, evaluated, opened().evaluated, asUsers(ada, bob));
    expect(users.map(({ gets, earlier }) => [gets, earlier])).toEqual([
      ['1 · on', undefined],
      ['1 · on', '0 · off'],
    ]);
  });

  it('names the SDKs with a different result', () => {
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

  it('first reports that nobody gets anything, and the cause', () => {
    const { open, evaluated } = opened({ defaultServe: {} });
    const { notice } = whoGetsWhat(open, evaluated, undefined, []);
    expect(notice?.words).toContain('The toggle vanishes');
    expect(notice?.range).toEqual({
      start: open.json.positionAt(open.json.text.indexOf('"defaultServe": {') + '"defaultServe": '.length),
      end: open.json.positionAt(open.json.text.indexOf('"defaultServe": {}') + '"defaultServe": {}'.length),
    });
  });

  it.each(['', '[]', 'nothing'])('reports that %j is not targeting, and that results are unknown', (text) => {
    const { open, evaluated } = opened({}, text);
    const { users, notice } = whoGetsWhat(open, evaluated, undefined, asUsers(bob));
    expect(notice?.words).toBe('The file is not a single JSON object.');
    expect(users).toMatchObject([{ gets: 'it depends' }]);
  });

  it('reports that rules are left to the service, but shows what a disabled toggle serves', () => {
    const { open, evaluated } = opened({ rules: undefined });
    const { users, notice } = whoGetsWhat(open, evaluated, undefined, asUsers(bob));
    expect(notice?.words).toBe('Fields not in the file, so unknown here: rules');
    expect(users).toMatchObject([{ gets: 'it depends', by: 'the file leaves its rules to the service' }]);
    expect(reasonSteps(open, evaluated, bob).map(({ words, state }) => [words, state])).toEqual([
      ['the file leaves its rules to the service', 'depends'],
    ]);
    expect(userLenses(open, evaluated, [bob], 'show')).toEqual([]);
    const disabled = opened({}, JSON.stringify({ disabled: true, content: { ...content, rules: undefined } }));
    expect(whoGetsWhat(disabled.open, disabled.evaluated, undefined, asUsers(bob)).users).toMatchObject([
      { gets: '0 · off', by: 'disabled' },
    ]);
  });

  it('assumes an enabled toggle if the file leaves that field to the service, and says so', () => {
    const { open, evaluated } = opened({}, JSON.stringify({ content }));
    const { users, notice } = whoGetsWhat(open, evaluated, undefined, asUsers(bob));
    expect(notice?.words).toContain('Assumed for fields not in the file: "disabled": false');
    expect(users[0]?.gets).toBe('0 · off');
  });

  it('reports an unmet prerequisite even if the value served instead is unknown', () => {
    const prerequisites = [{ key: 'other', type: 'boolean', value: 'true' }];
    const { open } = opened({ prerequisites, disabledServe: { split: [5_000, 5_000] } });
    const evaluated = new Evaluated(open.json, {
      ...{ toggle: 'checkout', returnType: 'boolean', segments: undefined, now: 0 },
      toggles: new Map(),
    });
    const nobody = { ...bob, key: undefined };
    expect(whoGetsWhat(open, evaluated, undefined, asUsers(nobody)).users).toMatchObject([
      { gets: 'it depends', by: 'prerequisite other is not met' },
    ]);
    expect(reasonSteps(open, evaluated, nobody).at(-1)).toMatchObject({
      words: 'disabledServe, because a prerequisite is not met',
      detail: 'it depends',
    });
  });
});

describe('the reason', () => {
  it('lists each rule and condition with the compared value', () => {
    const { open, evaluated } = opened();
    const told = reasonSteps(open, evaluated, cy).map(({ words, detail, state, steps }) => [
      `${words} ${state} ${detail}`.trim(),
      ...steps.map((step) => `${step.words} ${step.state} ${step.detail}`.trim()),
    ]);
    expect(told).toEqual([
      ['Rule 1 · new versions fails', 'app_version >= 2.4.0 fails 2.3.9 is less than 2.4.0'],
      [expect.stringMatching(/^Rule 2 · staff holds 2 · half · bucket \d+ of 10000$/), 'is in staff holds'],
      ['default unreached'],
    ]);
  });

  it('has a position for each step', () => {
    const { open, evaluated } = opened();
    const [first] = reasonSteps(open, evaluated, ada);
    expect(open.json.text.slice(open.json.offsetAt(first?.range?.start ?? { line: 0, character: 0 }))).toMatch(
      /^\{\s*"name": "new versions"/,
    );
  });

  it('ends at an unknown required toggle without calling it unmet', () => {
    const { open, evaluated } = opened({ prerequisites: [{ key: 'other', type: 'boolean', value: 'true' }] });
    expect(reasonSteps(open, evaluated, bob).map(({ words, state }) => [words, state])).toEqual([
      ['requires other = true', 'depends'],
      ['Rule 1 · new versions', 'unreached'],
      ['Rule 2 · staff', 'unreached'],
      ['it depends on an unknown prerequisite', 'depends'],
    ]);
  });
});

it("shows the age of the service's list of users in a segment", () => {
  const { open } = opened();
  const inParis = { conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris'] }] };
  const evaluated = new Evaluated(open.json, {
    ...{ toggle: 'checkout', returnType: 'boolean', toggles: undefined, now: 0 },
    ...{ segments: new Map([['staff', { rules: [inParis] }]]), otherSegments: 'unknown', segmentsRead: 'an hour ago' },
  });
  const [eve, fay] = [person('eve', { city: 'Paris' }), person('fay', {})].map((each) => ({
    ...each,
    segments: undefined,
  }));
  if (eve === undefined || fay === undefined) throw new Error('There is nobody.');
  expect(whoGetsWhat(open, evaluated, undefined, asUsers(eve, fay, cy)).users.map(({ by }) => by)).toEqual([
    'Rule 2 · staff',
    'default',
    'Rule 2 · staff',
  ]);
  const told = [eve, fay, cy].map((each) => reasonSteps(open, evaluated, each)[1]?.steps[0]?.detail);
  expect(told).toEqual(['an hour ago', 'the user is not in segment "staff" · an hour ago', '']);
  expect(usersAt(open, open.json.text.indexOf('"is in"'), evaluated, [fay])).toContain('an hour ago');
  const other = opened({
    rules: [{ serve: { select: 1 }, conditions: [{ type: 'segment', predicate: 'is in', objects: ['x'] }] }],
  });
  const unheard = new Evaluated(other.open.json, {
    ...{ toggle: 'checkout', returnType: 'boolean', toggles: undefined, now: 0 },
    ...{ segments: new Map(), otherSegments: 'unknown', segmentsRead: 'an hour ago' },
  });
  expect(whoGetsWhat(other.open, unheard, undefined, asUsers(fay)).users[0]?.gets).toBe('it depends');
});

it('lenses appear above the rules and the default that decide for users', () => {
  const { open, evaluated } = opened();
  const people = [ada, bob, cy, person('eve', {}), person('fay', {}), person('gil', {})];
  const lenses = userLenses(open, evaluated, people, 'show').map(({ range, command }) => [
    open.json.text.split('\n')[range.start.line]?.trim(),
    command?.title,
    command?.command,
  ]);
  expect(lenses).toEqual([
    ['{', '1 of 6 users: ada', 'show'],
    ['"defaultServe": {', '4 of 6 users: bob, eve and 2 more', 'show'],
    ['{', '1 of 6 users: cy', 'show'],
  ]);
});

it('names at most three users in a lens and twenty in its tooltip', () => {
  const { open, evaluated } = opened();
  const lens = (count: number) => {
    const others = Array.from({ length: count }, (_, index) => person(`u${index + 1}`, {}));
    const all = userLenses(open, evaluated, [ada, ...others], 'show').map(({ command }) => command);
    return [all[1]?.title, all[1]?.tooltip];
  };
  expect(lens(3)).toEqual(['3 of 4 users: u1, u2, u3', 'u1, u2, u3']);
  expect(lens(4)).toEqual(['4 of 5 users: u1, u2 and 2 more', 'u1, u2, u3, u4']);
  const [title, tooltip] = lens(22);
  expect(title).toBe('22 of 23 users: u1, u2 and 20 more');
  expect(tooltip).toMatch(/^u1, u2, .*, u20 and 2 more$/);
  const [none] = userLenses(open, evaluated, [{ ...dan, name: 'x' }], 'show');
  expect(none?.command).not.toHaveProperty('tooltip');
});

it('lenses count only users with a known rule, and separately users with an unknown result', () => {
  const { open, evaluated } = opened();
  const unheard = Array.from({ length: 8 }, (_, index) => ({ ...dan, name: `u${index}` }));
  const titles = (...people: readonly Person[]) =>
    userLenses(open, evaluated, people, 'show').map(({ command }) => command?.title);
  expect(titles(...unheard)).toEqual(['0 of 8 users; 8 unknown']);
  expect(titles(bob, cy, ...unheard)).toEqual(['1 of 10 users: bob', '1 of 10 users: cy; 8 unknown']);
  // Their rule is known; only their share is not.
  const keyless = { ...cy, key: undefined };
  expect(titles(keyless, bob)).toContain('1 of 2 users: cy');
});

describe('a hover', () => {
  const hoverAt = (words: string, ...people: readonly Person[]) => {
    const { open, evaluated, text } = opened();
    return usersAt(open, text.indexOf(words), evaluated, people);
  };

  it('at a condition shows which users pass, and why others fail', () =>
    expect(hoverAt('"app_version"', ada, bob, cy)).toBe(
      '`ada` ✓ `2.4.0`  \n`bob` ✘ `lacks "app_version"`  \n`cy` ✘ `2.3.9 is less than 2.4.0`',
    ));

  it('at a split shows the bucket of each user', () =>
    expect(hoverAt('4000', cy)).toMatch(/^`cy` bucket \d+ → 2 · half$/));

  it('at a serve counts the served users, and names five of them', () => {
    const many = Array.from({ length: 8 }, (_, index) => person(`u${index}`, {}));
    expect(hoverAt('"select": 1', ada, bob, cy)).toBe('Served to 1 of 3 users: `ada`');
    expect(hoverAt('"defaultServe"', ada, ...many)).toBe(
      'Served to 8 of 9 users: `u0`, `u1`, `u2`, `u3`, `u4` and 3 more',
    );
    expect(hoverAt('"disabledServe"', ada)).toBe('Served to 0 of 1 users');
    expect(hoverAt('"select": 1', dan)).toBe('Served to 0 of 1 users');
  });

  describe('at prerequisites', () => {
    const inRome = { type: 'string', subject: 'city', predicate: 'is one of', objects: ['Rome'] };
    const rome = { ...content, rules: [{ serve: { select: 1 }, conditions: [inRome] }] };
    const prerequisites = [
      { key: 'other', value: 'true', type: 'boolean' },
      { key: 'unheard', value: 'true', type: 'boolean' },
    ];
    const whoMeets = (words: string, change: object, disabled: boolean) => {
      const text = JSON.stringify({ disabled, content: { ...content, ...change } });
      const open = OpenDocument.open('file:///w/checkout.targeting.json', 'json', 7, text);
      const other = { key: 'other', returnType: 'boolean' as const, targeting: { disabled: false, content: rome } };
      const evaluated = new Evaluated(open.json, {
        ...{ toggle: 'checkout', returnType: 'boolean', segments: undefined, now: 0 },
        ...{ toggles: new Map([['other', other]]), otherToggles: 'unknown' as const },
      });
      return usersAt(open, text.indexOf(words), evaluated, [person('eve', { city: 'Rome' }), bob]);
    };

    it.each([false, true])('shows who meets a prerequisite, even while the toggle is disabled: %s', (disabled) => {
      expect(whoMeets('"key":"other"', { prerequisites }, disabled)).toBe('Met by 1 of 2 users: `eve`');
      expect(whoMeets('"value":"true","type":"boolean"},', { prerequisites }, disabled)).toContain('Met by 1 of 2');
    });

    it('shows unknown results, and at the key which users meet all prerequisites', () => {
      expect(whoMeets('"key":"unheard"', { prerequisites }, false)).toBe('Met by 0 of 2 users; 2 unknown');
      expect(whoMeets('"prerequisites"', { prerequisites }, false)).toBe('Met by 0 of 2 users; 1 unknown');
      expect(whoMeets('"prerequisites"', { prerequisites: [] }, false)).toBeUndefined();
    });

    it('counts at the disabledServe the users who do not meet the prerequisites', () =>
      expect(whoMeets('"disabledServe"', { prerequisites: prerequisites.slice(0, 1) }, false)).toBe(
        'Served to 1 of 2 users: `bob`',
      ));
  });

  it('counts the omitted users, and is not shown without users', () => {
    const many = Array.from({ length: 20 }, (_, index) => person(`u${index}`, {}));
    expect(hoverAt('"app_version"', ...many)).toContain('and 8 more');
    expect(hoverAt('"app_version"')).toBeUndefined();
    expect(hoverAt('"variations"', ada)).toBeUndefined();
  });
});

describe('a copied test case', () => {
  it('names a user of the file, the variation and the rule', () =>
    expect(JSON.parse(testCase(opened().evaluated, ada, undefined))).toEqual({
      name: 'new versions: ada gets on',
      user: 'ada',
      expect: { variation: 'on', rule: 'new versions' },
    }));

  it('has the index of a rule if two rules have the same name', () => {
    const { evaluated } = opened({ rules: [...content.rules, ...content.rules] });
    expect(JSON.parse(testCase(evaluated, ada, undefined))).toMatchObject({ expect: { variation: 'on', rule: 0 } });
  });

  it('contains the attributes of a user who is in no file', () => {
    const asked = { name: 'x', key: 'x', attributes: { app_version: '1.0.0' }, now: 1_764_547_200, bucket: 42 };
    const asPerson = { ...person('x', asked.attributes), now: asked.now, bucket: 42 };
    expect(JSON.parse(testCase(opened().evaluated, asPerson, asked))).toEqual({
      name: 'default: app_version=1.0.0 gets off',
      user: { key: 'x', attributes: { app_version: '1.0.0' } },
      now: '2025-12-01T00:00:00Z',
      bucket: 42,
      expect: { variation: 'off' },
    });
  });
});
