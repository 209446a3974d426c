/** Tests the sentences that say who changes from what to what: their words, and by brute force that they are true of everyone they name. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { impactBetween } from '../../../server/src/core/results/impactBetween.js';
import type { Person } from '../../../server/src/core/results/evaluated.js';
import { Evaluated } from '../../../server/src/core/results/evaluated.js';
import { open } from '../../support/annotated.js';
import { rounds } from '../../support/rounds.js';

interface Rule {
  readonly name?: string;
  readonly cities: readonly string[];
  readonly serve: object;
}

const [off, on, both] = [{ select: 0 }, { select: 1 }, { split: [4_000, 6_000] }];
const staff: Rule = { name: 'staff', cities: ['Paris'], serve: on };
const beta: Rule = { name: 'beta', cities: ['Rome'], serve: on };

function toggle(rules: readonly Rule[], defaultServe: object = off, disabled = false): Evaluated {
  const content = {
    rules: rules.map(({ name, cities, serve }) => ({
      ...(name !== undefined && { name }),
      conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: cities }],
      serve,
    })),
    disabledServe: off,
    defaultServe,
    variations: [
      { name: 'off', value: 'false' },
      { name: 'on', value: 'true' },
    ],
  };
  const beside = { toggle: 'checkout', returnType: 'boolean', toggles: new Map(), segments: undefined, now: 0 };
  return new Evaluated(open(JSON.stringify({ disabled, content })).json, { ...beside, otherToggles: 'unknown' });
}

function words(before: Evaluated, after: Evaluated): string {
  return impactBetween(before, after, [], () => false).words;
}

it.each([
  [
    'a rule',
    toggle([staff]),
    toggle([{ ...staff, serve: off }]),
    'Everyone who matches "staff" changes from on to off.',
  ],
  [
    'a share of a rule, and the default',
    toggle([{ ...staff, serve: both }]),
    toggle([{ ...staff, serve: on }], both),
    '40% of those who match "staff" change from off to on. 60% of all others change from off to on.',
  ],
  [
    'the default alone',
    toggle([staff, beta]),
    toggle([staff, beta], on),
    'Everyone who matches no rule changes from off to on.',
  ],
  ['no rules', toggle([]), toggle([], both), '60% of all users change from off to on.'],
  ['a toggle that is disabled', toggle([staff], on), toggle([staff], on, true), 'Everyone changes from on to off.'],
  [
    'a rule without a name',
    toggle([staff, { ...beta, name: '' }]),
    toggle([staff, { ...beta, name: '', serve: off }]),
    'Everyone who matches rule 2 changes from on to off.',
  ],
  [
    'a rule that loses a condition',
    toggle([{ ...staff, cities: ['Paris', 'Rome'] }]),
    toggle([staff]),
    'Everyone who matched "staff" and now matches no rule changes from on to off.',
  ],
  [
    'a rule that serves something else and has other conditions',
    toggle([{ ...staff, cities: ['Paris', 'Rome'] }]),
    toggle([{ ...staff, cities: ['Paris', 'Oslo'], serve: both }]),
    '40% of those who still match "staff" change from on to off. Everyone who matched "staff" and now matches no rule changes from on to off. 60% of those who matched no rule and now match "staff" change from off to on.',
  ],
  [
    'more than three places',
    toggle([staff, beta, { ...beta, name: 'gamma', cities: ['Oslo'] }, { ...beta, name: 'delta', cities: ['Bern'] }]),
    toggle(
      ['staff', 'beta', 'gamma', 'delta'].map((name, index) => ({
        name,
        cities: [['Paris', 'Rome', 'Oslo', 'Bern'][index] ?? ''],
        serve: off,
      })),
    ),
    ['staff', 'beta', 'gamma', 'delta']
      .map((name) => `Everyone who matches "${name}" changes from on to off.`)
      .join(' '),
  ],
  [
    'more places than are listed',
    toggle(['Paris', 'Rome', 'Oslo', 'Bern', 'Wien'].map((city) => ({ name: city, cities: [city], serve: on }))),
    toggle(['Paris', 'Rome', 'Oslo', 'Bern', 'Wien'].map((city) => ({ name: city, cities: [city], serve: off }))),
    `${['Paris', 'Rome', 'Oslo'].map((city) => `Everyone who matches "${city}" changes from on to off.`).join(' ')} … and 2 more`,
  ],
])('of %s', (_, before, after, sentences) => {
  expect(words(before, after)).toBe(sentences);
});

const cityNames = ['Paris', 'Rome', 'Oslo', 'Bern'];
const anyRule = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  cities: fc.uniqueArray(fc.constantFrom(...cityNames), { minLength: 1 }),
  serve: fc.constantFrom(off, on),
});
const anyToggle = fc.record({
  rules: fc.uniqueArray(anyRule, { maxLength: 3, selector: ({ name }) => name }),
  byDefault: fc.constantFrom(off, on),
});
const people = [...cityNames, 'elsewhere'].map((city): Person => ({
  name: city,
  key: city,
  segments: undefined,
  attributes: new Map([['city', city]]),
}));

it('They are true of everyone whom they name', () => {
  fc.assert(
    fc.property(anyToggle, anyToggle, (old, now) => {
      const [before, after] = [old, now].map(({ rules, byDefault }) => toggle(rules, byDefault));
      if (before === undefined || after === undefined) return;
      const nameOf = (side: Evaluated, person: Person) => {
        const { by, path } = side.decided(person).decider;
        return by === 'rule' ? `"${side.words.targeting.rules[Number(path[2])]?.name ?? ''}"` : 'no rule';
      };
      const gets = (side: Evaluated, person: Person) =>
        side.words.name(side.decided(person).results[0]?.outcome ?? 'depends');
      for (const { sentence = '' } of impactBetween(before, after, [], () => false).changes) {
        const [, who = '', from = '', to = ''] = /^(.*) changes from (\w+) to (\w+)\.$/.exec(sentence) ?? [];
        const named = people.filter((person) => {
          const [matched, matches] = [nameOf(before, person), nameOf(after, person)];
          if (who === 'Everyone') return true;
          if (who === 'Everyone else') return matches === 'no rule';
          if (who === `Everyone who still matches ${matches}`) return matched === matches;
          return (
            who === `Everyone who matches ${matches}` ||
            who === `Everyone who matched ${matched} and now matches ${matches}`
          );
        });
        expect(named, who).not.toEqual([]);
        for (const person of named) expect([gets(before, person), gets(after, person)]).toEqual([from, to]);
      }
    }),
    { numRuns: rounds(20_000) },
  );
});
