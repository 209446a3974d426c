/** Tests the findings of dead targeting. */
import { Budget } from '../../server/src/core/budget.js';
import { expect, it, vi } from 'vitest';
import type { Finding } from '../../server/src/core/analysis/dead/findings.js';
import { Rules } from '../../server/src/core/analysis/dead/findings.js';
import { Outcomes } from '../../server/src/core/analysis/impact/outcomes.js';
import { Analysis } from '../../server/src/core/analysis/analysis.js';
import type { Content } from './contents.js';
import { arrivalIn } from './contents.js';
import { compares, is, isIn, rule, worldWith } from './toggles.js';

const [a, b, c] = [{ select: 0 }, { select: 1 }, { select: 2 }];
/** Serves everything, so that no variation is reported as never served. */
const all: Partial<Content> = { disabledServe: { split: [1, 1, 1] } };

function analysisOf(rules: Content['rules'], other: Partial<Content> = all): Analysis {
  return new Analysis({ ...arrivalIn(worldWith(rules, other)), now: 1_700_000_000, budget: new Budget(Infinity) });
}

function findings(rules: Content['rules'], other?: Partial<Content>): readonly Finding[] {
  return analysisOf(rules, other).findings();
}

function attribute(name: string) {
  return { of: 'attribute', name };
}

it('reports contradictory conditions with their attribute, and redundant conditions and objects', () => {
  const conditions = [is('city', 'Paris'), compares('number', 'age', '>', '18'), compares('number', 'age', '<', '10')];
  expect(findings([rule(b, ...conditions)])).toEqual([
    { code: 'contradictory-conditions', rule: 0, at: attribute('age'), conditions: [1, 2] },
  ]);
  expect(
    findings([rule(b, compares('number', 'age', '>', '1', '1000'), compares('number', 'age', '<', '10'))]),
  ).toEqual([{ code: 'redundant-object', rule: 0, condition: 0, list: 'objects', object: 1 }]);
  const beyond = [compares('number', 'n', '>', '-1e400'), compares('number', 'n', '<=', '-1.7976931348623157e308')];
  expect(findings([rule(b, ...beyond)])).toEqual([]);
  expect(findings([rule(b, compares('number', 'age', '=', '1'), compares('number', 'age', '=', '1', '2'))])).toEqual([
    { code: 'redundant-condition', rule: 0, condition: 1 },
  ]);
  const segments = { type: 'segment', subject: '', predicate: 'is not in', objects: ['s1', 's2'] };
  expect(findings([rule(b, isIn('s1'), segments)])).toMatchObject([{ conditions: [0, 1], at: { of: 'segments' } }]);
});

it('reports a rule as dead because of one earlier rule, or the smallest set of earlier rules', () => {
  expect(findings([rule(b, is('city', 'Paris', 'Rome')), rule(c, is('city', 'Rome'), isIn('s1'))])).toEqual([
    { code: 'shadowed-rule', rule: 1, by: [0], canBeBefore: true },
  ]);
  expect(findings([rule(b, is('city', 'Rome')), rule(c, is('city', 'Rome'))])).toEqual([
    { code: 'shadowed-rule', rule: 1, by: [0], canBeBefore: false },
  ]);
  const age = (predicate: string, object: string) => compares('number', 'age', predicate, object);
  const rules = [
    rule(b, is('city', 'Oslo')),
    rule(b, age('<', '20')),
    rule(c, age('>=', '20')),
    rule(c, age('<=', '70'), is('city', 'Rome')),
  ];
  expect(findings(rules)).toEqual([{ code: 'shadowed-rule', rule: 3, by: [1, 2], canBeBefore: false }]);
  // A value that is not a number equals nothing, and is neither below nor above.
  expect(findings([...rules.slice(0, 3), rule(b, age('!=', '7'))])).toEqual([]);
});

it('two rules that need the same attribute do not cover users without it', () => {
  const rules = [rule(b, is('city', 'Paris')), rule(c, compares('string', 'city', 'is not any of', 'Paris'))];
  expect(findings([...rules, rule(b, is('plan', 'pro'))])).toEqual([]);
});

it('a rule has no effect if all its users get the same value from the rules below', () => {
  expect(findings([rule(b, is('city', 'Paris')), rule({ split: [0, 10_000] }, is('city', 'Paris', 'Rome'))])).toEqual([
    { code: 'rule-without-effect', rule: 0 },
  ]);
  expect(findings([rule(b, is('city', 'Paris')), rule(c, isIn('s1')), rule(b, is('city', 'Paris', 'Rome'))])).toEqual(
    [],
  );
  expect(findings([rule(a, is('city', 'Paris'))])).toEqual([{ code: 'rule-without-effect', rule: 0 }]);
});

it('reports only the first of two rules if each has no effect only while the other exists', () => {
  const rules = [is('city', 'Paris'), is('city', 'Paris', 'Rome'), is('city', 'Rome', 'Oslo')];
  expect(findings(rules.map((each) => rule(b, each)))).toEqual([{ code: 'rule-without-effect', rule: 0 }]);
});

it('reports a variation as never served if only dead rules and empty shares refer to it', () => {
  const rules = [
    rule(b, is('city', 'Paris')),
    rule(c, is('city', 'Paris')),
    rule({ split: [5_000, 5_000, 0] }, isIn('s1')),
  ];
  expect(findings(rules, {})).toContainEqual({ code: 'never-served', variation: 2 });
  expect(findings([rule(b), rule(c)], { defaultServe: c, disabledServe: b })).toContainEqual({
    code: 'never-served',
    variation: 2,
  });
});

it('a prerequisite is impossible if the required toggle never serves the required value', () => {
  const requires = (value: string) => ({ ...all, prerequisites: [{ key: 'p1', type: 'string', value }] });
  expect(findings([], requires('b'))).toEqual([
    { code: 'impossible-prerequisite', prerequisite: 0, isDisabled: false },
  ]);
  expect(findings([], requires('c'))).toEqual([]);
});

it('a prerequisite is impossible if only an unreachable default serves the required value', () => {
  const { asked, required } = worldWith([], { ...all, prerequisites: [{ key: 'p1', type: 'string', value: 'b' }] });
  const found = (rules: Content['rules'], prerequisites: Content['prerequisites'] = []) => {
    const content = { ...required['p1']?.content, rules, prerequisites, defaultServe: b } as Content;
    const world = { returnType: 'string', asked, required: { p1: { disabled: false, content } } } as const;
    return new Analysis({ ...arrivalIn(world), now: 0, budget: new Budget(Infinity) }).findings();
  };
  const impossible = [{ code: 'impossible-prerequisite', prerequisite: 0, isDisabled: false }];
  const [ofParis, ofAll] = [rule(a, is('city', 'Paris')), rule(c)];
  expect(found([ofParis, ofAll])).toEqual(impossible);
  expect(found([ofParis])).toEqual([]);
  // Users who do not meet a prerequisite get the default in some SDKs.
  expect(found([ofParis, ofAll], [{ key: 'p2', type: 'string', value: 'a' }])).toEqual([]);
});

it('a prerequisite is possible if at least one SDK can meet it', () => {
  const { asked, required } = worldWith([], { ...all, prerequisites: [{ key: 'p1', type: 'number', value: '10.0' }] });
  const given = (
    values: readonly string[],
    defaultServe: Content['defaultServe'],
    state: { readonly disabled?: boolean } = { disabled: false },
  ) => {
    const content = {
      ...required['p1']?.content,
      variations: values.map((value) => ({ value })),
      rules: [],
      defaultServe,
    };
    const p1 = { ...state, content: content as Content };
    const variations = ['1', '2', '3'].map((value) => ({ value }));
    const world = {
      returnType: 'number',
      asked: { ...asked, content: { ...asked.content, variations } },
      required: { p1 },
    } as const;
    return new Analysis({ ...arrivalIn(world), now: 0, budget: new Budget(Infinity) }).findings();
  };
  const impossible = [{ code: 'impossible-prerequisite', prerequisite: 0, isDisabled: false }];
  expect(given(['11', '12'], a)).toEqual(impossible);
  // 10 and 10.0 are the same number to Node and Go.
  expect(given(['10', '12'], a)).toEqual([]);
  // Python gives buckets that are left over to the last variation.
  expect(given(['11', '10.0'], { split: [10_000, 0] })).toEqual(impossible);
  expect(given(['11', '10.0'], { split: [5_000, 0] })).toEqual([]);
  // The service may have disabled the toggle if the file does not say.
  expect(given(['10', '12'], b)).toEqual(impossible);
  expect(given(['10', '12'], b, {})).toEqual([]);
});

it('reports nothing about incomplete conditions, or expressions that engines read differently', () => {
  const half = compares('number', 'age', '', '5');
  const odd = compares('string', 'city', 'matches regex', '(?=a)b');
  expect(findings([rule(b, half), rule(c, half), rule(b, odd), rule(c, odd), rule(c, odd, odd)])).toEqual([]);
  expect(findings([rule(b, { ...odd, objects: ['(?=a)b', '(?=a)b'] })])).toEqual([]);
});

it('a condition on time never makes a rule dead, but limits the periods in which the rule is reached', () => {
  const at = (predicate: string, year: number) => compares('datetime', 'at', predicate, `${year}-01-01T00:00:00+00:00`);
  const analysis = analysisOf([
    rule(b, at('after', 2030)),
    rule(c, at('before', 2020)),
    rule(c, at('after', 2021), at('before', 2022), is('city', 'Rome')),
    rule(b, is('city', 'Paris')),
  ]);
  const start = (year: number) => Date.UTC(year) / 1_000;
  expect(analysis.findings()).toEqual([]);
  expect([0, 1, 2, 3].map((index) => analysis.periodsOf(index))).toEqual([
    [[start(2030), Infinity]],
    [[-Infinity, start(2020)]],
    [[start(2021), start(2022)]],
    [[start(2020), start(2030)]],
  ]);
});

it('an empty attribute means the current time in a datetime condition', () => {
  const after = compares('datetime', 'at', 'after', '2030-01-01T00:00:00+00:00');
  expect(findings([rule(b, after, is('at', ''))])).toEqual([]);
});

it('reports nothing if no steps are left', () => {
  const rules = [rule(b), rule(c)];
  const analysis = new Analysis({ ...arrivalIn(worldWith(rules, {})), now: 0, budget: new Budget(0) });
  expect(analysis.findings()).toEqual([]);
});

it('does not compare serves if no steps are left', () => {
  const { toggle } = arrivalIn(worldWith([rule(b), rule(c)], {}));
  const compared = vi.spyOn(Outcomes.prototype, 'of');
  Array.from(Rules.of(toggle, new Budget(0)).withoutEffect(() => false));
  expect(compared).not.toHaveBeenCalled();
  Array.from(Rules.of(toggle, new Budget(Infinity)).withoutEffect(() => false));
  expect(compared).toHaveBeenCalledTimes(3);
});

it('a rule is dead only if it is dead in every SDK, even if SDKs read an object differently', () => {
  const ids = (predicate: string, object: string) => compares('number', 'id', predicate, object);
  // Go has 32 bits for a number.
  expect(findings([rule(b, ids('>=', '123456790'), ids('<=', '123456789'))])).toEqual([]);
  expect(findings([rule(b, ids('>=', '123456790'), ids('<=', '12345'))])).toMatchObject([{ conditions: [0, 1] }]);
  // To Rust, nothing is before 1970.
  const dates = ['1960-01-01T00:00:00+00:00', '2025-01-01T00:00:00+00:00'];
  expect(findings([rule(b, compares('datetime', 'd', 'after', ...dates))])).toEqual([]);
  // Java orders versions like Maven.
  const versions = (predicate: string, object: string) => compares('semver', 'v', predicate, object);
  expect(findings([rule(b, versions('<=', '1.0.0-dev'), versions('=', '1.0.0-rc.1'))])).toEqual([]);
  expect(findings([rule(b, versions('<=', '1.0.0-beta'), versions('=', '1.0.0-rc.1'))])).toMatchObject([
    { conditions: [0, 1] },
  ]);
  expect(findings([rule(b, versions('<', '0.0.0-0'))])).toEqual([]);
  // Rust and Go go on after an expression that cannot be compiled.
  const regexes = compares('string', 's', 'matches regex', '[', '^.$');
  expect(findings([rule(b, regexes, is('s', 'a'))])).toEqual([]);
  expect(findings([rule(b, regexes, is('s', 'ab'))])).toMatchObject([{ code: 'contradictory-conditions' }]);
  // Some SDKs read " 5" as a number.
  expect(findings([rule(b, is('n', ' 5'), compares('number', 'n', '=', '5'))])).toEqual([]);
});

it('a rule that serves null hides no later rule, because Go continues with the next rule', () => {
  const rules = [rule(c, is('s', 'a')), rule(b, is('s', 'a'))];
  const withoutValue = { ...all, variations: [{ value: 'a' }, { value: 'b' }, {}] as Content['variations'] };
  expect(findings(rules)).toMatchObject([{ code: 'shadowed-rule', rule: 1 }]);
  expect(findings(rules, withoutValue)).toEqual([]);
});

it('reports nothing about a toggle with a condition that throws in Node', () => {
  const same = (subject: string) => [rule(b, is(subject, 'a')), rule(b, is(subject, 'a'))];
  expect(findings(same('s'))).toMatchObject([{ code: 'shadowed-rule', rule: 1 }]);
  expect(findings(same('constructor'))).toEqual([]);
});

it('the default counts as served if a prerequisite may be unmet, because Node and Python then serve it', () => {
  const served = { disabledServe: a, defaultServe: c };
  const prerequisites = [{ key: 'p1', type: 'string', value: 'c' }];
  expect(findings([rule(b)], served)).toEqual([{ code: 'never-served', variation: 2 }]);
  expect(findings([rule(b)], { ...served, prerequisites })).toEqual([]);
});

it('half of a surrogate pair in an object counts as a question mark, not as part of an emoji', () => {
  const starts = (object: string) => rule(b, compares('string', 's', 'starts with', object));
  expect(findings([starts('\ud83d'), rule(c, is('s', '\ud83d\ude00'))])).toEqual([]);
  expect(findings([starts('\ud83d'), rule(c, is('s', '?!'))])).toMatchObject([{ code: 'shadowed-rule', rule: 1 }]);
});

it('reports a repeated rule as dead targeting, however the SDKs read it', () => {
  for (const condition of [
    compares('number', 'id', '>=', '123456790'),
    compares('semver', 'v', '>=', '1.0.0-dev', '1.0.0'),
    compares('datetime', 'd', 'after', '1960-01-01T00:00:00+00:00'),
  ])
    expect(findings([rule(b, condition), rule(c, condition)]), condition.type).toContainEqual({
      code: 'shadowed-rule',
      rule: 1,
      by: [0],
      canBeBefore: false,
    });
});

it('does not report an object that is redundant only together with another object', () => {
  // Go stops at " 5"; without it, Go finds the next object.
  const conditions = [compares('number', 'n', '<=', ' 5', '5', '1e400')];
  expect(findings([rule(b, ...conditions)])).toEqual([
    { code: 'redundant-object', rule: 0, condition: 0, list: 'objects', object: 1 },
  ]);
});

it('the last variation counts as served if shares do not cover all buckets, because of Python', () => {
  const short = { disabledServe: { split: [5_000, 0, 0] }, defaultServe: { select: 0 } };
  expect(findings([], short)).toEqual([{ code: 'never-served', variation: 1 }]);
  expect(findings([], { ...short, disabledServe: { split: [10_000, 0, 0] } })).toEqual([
    { code: 'never-served', variation: 1 },
    { code: 'never-served', variation: 2 },
  ]);
});

it('compares expressions that all engines read alike with other conditions on the same attribute', () => {
  const asks = (predicate: string, ...objects: string[]) => compares('string', 's', predicate, ...objects);
  const matches = (...objects: string[]) => asks('matches regex', ...objects);
  const shadowed = [{ code: 'shadowed-rule', rule: 1, by: [0] }];
  expect(findings([rule(b, asks('starts with', 'a')), rule(c, matches('^a'))])).toMatchObject(shadowed);
  expect(findings([rule(b, matches('^a')), rule(c, asks('starts with', 'a'))])).toMatchObject(shadowed);
  expect(findings([rule(b, matches('.*')), rule(c, asks('does not contain', 'x'))])).toMatchObject(shadowed);
  expect(findings([rule(b, matches('^[a-z]+@')), rule(c, matches('^(bob|eve)@x\\.com$'))])).toMatchObject(shadowed);
  expect(findings([rule(b, matches('^(a|b)$')), rule(c, asks('is one of', 'a', 'b'))])).toMatchObject(shadowed);
  expect(findings([rule(b, asks('starts with', 'a', 'b')), rule(c, matches('^(a|b)$'))])).toMatchObject(shadowed);
  expect(findings([rule(b, matches('^ab$'), asks('contains', 'c'))])).toMatchObject([
    { code: 'contradictory-conditions', conditions: [0, 1] },
  ]);
  // Only a line break may follow `$`.
  for (const dead of ['a$b', 'a$b|x$y', '(a$|c$)b'])
    expect(findings([rule(b, matches(dead))])).toMatchObject([{ code: 'contradictory-conditions' }]);
  for (const open of ['a$\\s', 'a$[^b]', '(a$|c)b', 'a$b*'])
    expect([open, findings([rule(b, matches(open))])]).toEqual([open, []]);
  expect(findings([rule(b, matches('^a', '^ab'))])).toMatchObject([{ code: 'redundant-object', object: 1 }]);
  // To Python and Java, `$` also matches before a final line break: they give c to a user with "a\n".
  expect(findings([rule(b, asks('is one of', 'a', 'b')), rule(c, matches('^(a|b)$'))])).toEqual([]);
  const numbers = compares('number', 's', '>', '5');
  expect(findings([rule(b, asks('starts with', 'a')), rule(c, matches('^a'), numbers)])).toMatchObject(shadowed);
});

it('compares an oversized regular expression only with itself', () => {
  const large = compares('string', 's', 'matches regex', '(a|b)*a(a|b){20}');
  expect(findings([rule(b, large), rule(c, large, is('s', 'x', 'y'))])).toMatchObject([
    { code: 'contradictory-conditions', rule: 1 },
  ]);
  expect(findings([rule(b, large), rule(c, large, isIn('s1'))])).toMatchObject([{ code: 'shadowed-rule', rule: 1 }]);
  expect(findings([rule(b, large), rule(c, compares('string', 's', 'ends with', 'a'))])).toEqual([]);
});
