/** Tests the sentences about who changes from what to what: their words, and by brute force that they are true for all they name. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { Budget } from '../../../server/src/core/budget.js';
import type { ToggleSource } from '../../../server/src/core/evaluation/environment.js';
import { impactBetween } from '../../../server/src/core/results/impact/impactTogether.js';
import type { Person } from '../../../server/src/core/results/evaluated.js';
import { Evaluated } from '../../../server/src/core/results/evaluated.js';
import { open } from '../../support/annotated.js';
import { rounds } from '../../support/rounds.js';
import { cityIs, contentOf } from '../../support/targeting.js';

interface Rule {
  readonly name?: string;
  readonly cities: readonly string[];
  readonly serve: object;
}

const [off, on, both] = [{ select: 0 }, { select: 1 }, { split: [4_000, 6_000] }];
const staff: Rule = { name: 'staff', cities: ['Paris'], serve: on };
const beta: Rule = { name: 'beta', cities: ['Rome'], serve: on };

const alone = { toggle: 'checkout', returnType: 'boolean', toggles: new Map(), segments: undefined, now: 0 } as const;

interface Beside {
  readonly prerequisites: readonly object[];
  readonly toggles: ReadonlyMap<string, ToggleSource>;
}

const parisOnly: ToggleSource = { key: 'required', returnType: 'boolean', targeting: targetingWith([staff], off) };
const requiresParis: Beside = {
  prerequisites: [{ key: 'required', type: 'boolean', value: 'true' }],
  toggles: new Map([['required', parisOnly]]),
};

function toggle(rules: readonly Rule[], defaultServe: object = off, disabled = false, required?: Beside): Evaluated {
  const toggles = required?.toggles ?? new Map<string, ToggleSource>();
  const beside = { ...alone, toggles };
  const targeting = targetingWith(rules, defaultServe, disabled, required?.prerequisites);
  return new Evaluated(open(JSON.stringify(targeting)).json, { ...beside, otherToggles: 'unknown' });
}

function targetingWith(
  rules: readonly Rule[],
  defaultServe: object,
  disabled = false,
  prerequisites?: readonly object[],
) {
  const content = contentOf({
    prerequisites,
    rules: rules.map(({ name, cities, serve }) => ({
      ...(name !== undefined && { name }),
      ...{ conditions: [cityIs(...cities)], serve },
    })),
    defaultServe,
  });
  return { disabled, content };
}

it.each([
  ['the service keeps rules that the file leaves out', { rules: undefined }],
  ['the service keeps what the file leaves out', { defaultServe: undefined }],
])('says that the affected users are unknown, because %s', (why, content) => {
  const written = targetingWith([staff], off);
  const left = open(JSON.stringify({ ...written, content: { ...written.content, ...content } })).json;
  const after = new Evaluated(left, { ...alone, otherToggles: 'unknown' });
  expect(words(toggle([staff]), after)).toBe(`It is unknown whether anyone's value changes: ${why}.`);
});

it('says that the affected users are unknown if no steps are left', () => {
  const spend = vi.spyOn(Budget.prototype, 'spend').mockReturnValue(false);
  const said = impactBetween(toggle([staff]), toggle([beta]), []).words;
  spend.mockRestore();
  expect(said).toBe("It is unknown whether anyone's value changes: there are too many kinds of users to evaluate.");
});

function words(before: Evaluated, after: Evaluated): string {
  return impactBetween(before, after, []).words;
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
  [
    'a toggle with a prerequisite that is enabled',
    toggle([], on, true, requiresParis),
    toggle([], on, false, requiresParis),
    'If the prerequisites are met, everyone changes from off to on.',
  ],
  [
    'two rules of one name',
    toggle([staff, { ...beta, name: 'staff' }]),
    toggle([staff, { ...beta, name: 'staff', serve: off }]),
    'Everyone who matches rule 2 "staff" changes from on to off.',
  ],
  ['a toggle that is disabled', toggle([staff], on), toggle([staff], on, true), 'Everyone changes from on to off.'],
  [
    'a rule without a name',
    toggle([staff, { ...beta, name: '' }]),
    toggle([staff, { ...beta, name: '', serve: off }]),
    'Everyone who matches rule 2 changes from on to off.',
  ],
  [
    'a rule without a name above another one',
    toggle([{ ...beta, name: '' }]),
    toggle([
      { ...staff, name: '', cities: ['Paris', 'Rome'], serve: both },
      { ...beta, name: '' },
    ]),
    '40% of those who now match rule 1 instead of the earlier rule 1 change from on to off. 60% of those who now match rule 1 instead of no rule change from off to on.',
  ],
  [
    'a rule that loses a condition',
    toggle([{ ...staff, cities: ['Paris', 'Rome'] }]),
    toggle([staff]),
    'Everyone who now matches no rule instead of "staff" changes from on to off.',
  ],
  [
    'a rule that serves something else and has other conditions',
    toggle([{ ...staff, cities: ['Paris', 'Rome'] }]),
    toggle([{ ...staff, cities: ['Paris', 'Oslo'], serve: both }]),
    '40% of those who still match "staff" change from on to off. Everyone who now matches no rule instead of "staff" changes from on to off. 60% of those who now match "staff" instead of no rule change from off to on.',
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
])('describes a change of %s', (_, before, after, sentences) => expect(words(before, after)).toBe(sentences));

it('says that perhaps nobody changes if no user demonstrates the change', () => {
  const [before, after] = [on, off].map((serve) => {
    const rules = [
      { ...staff, serve },
      { ...beta, serve },
    ];
    return toggle(rules, off, false, requiresParis);
  });
  if (before === undefined || after === undefined) throw new Error('There is a toggle before and after.');
  // Users in Rome do not meet the prerequisite, and the analysis does not look into required toggles.
  const { words: all, changes } = impactBetween(before, after, []);
  expect(changes.map(({ place }) => place)).toEqual(['Rule 1 · staff', 'Rule 2 · beta (perhaps nobody)']);
  expect(all).toBe(
    ['staff', 'beta']
      .map((rule) => `If the prerequisites are met, everyone who matches "${rule}" changes from on to off.`)
      .join(' ') + ' Perhaps there is no such user.',
  );
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
  isDisabled: fc.boolean(),
  required: fc.constantFrom(undefined, requiresParis),
});
const people = [...cityNames, 'elsewhere'].map((city): Person => ({
  name: city,
  key: city,
  segments: undefined,
  attributes: new Map([['city', city]]),
}));

it('the sentences are true for all users they mention', () =>
  fc.assert(
    fc.property(anyToggle, anyToggle, (old, now) => {
      const [before, after] = [old, now].map(({ rules, byDefault, isDisabled, required }) =>
        toggle(rules, byDefault, isDisabled, required),
      );
      if (before === undefined || after === undefined) return;
      const nameOf = (side: Evaluated, person: Person) => {
        const { by, path } = side.decided(person).decider;
        return by === 'rule' ? `"${side.words.targeting.rules[Number(path[2])]?.name ?? ''}"` : 'no rule';
      };
      const gets = (side: Evaluated, person: Person) =>
        side.words.name(side.decided(person).results[0]?.outcome ?? 'depends');
      for (const { sentence = '' } of impactBetween(before, after, []).changes) {
        // A change decided by a prerequisite has no sentence.
        if (sentence === '') continue;
        const [, met, subject = '', from = '', to = ''] =
          /^(If the prerequisites are met, )?(.*) changes from (\w+) to (\w+)\.( Perhaps .*)?$/.exec(sentence) ?? [];
        const who = subject.replace(/^e/, 'E');
        const meets = (side: Evaluated, person: Person) => side.decided(person).decider.by !== 'prerequisite';
        const named = people.filter((person) => {
          if (met !== undefined && !(meets(before, person) && meets(after, person))) return false;
          // Nobody matches a rule while the toggle is disabled, so the sentence means matches in the other version.
          const matched = nameOf(old.isDisabled ? after : before, person);
          const matches = nameOf(now.isDisabled ? before : after, person);
          if (who === 'Everyone') return true;
          if (who === 'Everyone else') return matches === 'no rule';
          if (who === `Everyone who still matches ${matches}`) return matched === matches;
          if (who === 'Everyone who matches no rule') return matches === 'no rule';
          return (
            who === `Everyone who matches ${matches}` ||
            who === `Everyone who now matches ${matches} instead of ${matched}`
          );
        });
        if (!sentence.includes('Perhaps')) expect(named, who).not.toEqual([]);
        for (const person of named) expect([gets(before, person), gets(after, person)]).toEqual([from, to]);
      }
    }),
    { numRuns: rounds(5_000) },
  ));
