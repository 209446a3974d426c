/**
 * How grave a push is. The estimate may be too high, never too low: the last tests hold it to users who are counted one by
 * one, in all ways in which conditions can match them.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { riskOf } from '../../../client/src/sync/state/risk.js';
import type { Plain, State } from '../../../client/src/sync/state/state.js';
import { asObject, listIn } from '../../../client/src/sync/state/state.js';
import { anyPairs, offAndOn, rule, stateOf } from './states.js';

/** With one rule, and a default of "off". */
const calm: Plain = { rules: [rule('beta', 1)], defaultServe: { select: 0 }, disabledServe: { select: 0 } };
const [beta, staff] = [rule('beta', 1), rule('staff', 0, 'rob')];
const threeWays = [{ value: 'a' }, { value: 'b' }, { value: 'c' }];

function rerouted(from: Plain, to: Plain): number {
  return riskOf(stateOf({ ...calm, ...from }), stateOf({ ...calm, ...to })).rerouted;
}

describe('The users who are served another variation are', () => {
  const rows: readonly (readonly [string, Plain, Plain, number])[] = [
    ['none, when nothing changes', {}, {}, 0],
    ['none, when a rule gets another name', {}, { rules: [rule('testers', 1)] }, 0],
    ['none, when a select becomes a split that serves the same', {}, { defaultServe: { split: [10_000, 0] } }, 0],
    [
      'none, when variations change their places and all serves follow',
      {},
      {
        ...{ variations: offAndOn.toReversed(), rules: [rule('beta', 0)] },
        ...{ defaultServe: { select: 1 }, disabledServe: { select: 1 } },
      },
      0,
    ],
    ['none, when a rule is added at the end that serves what the default does', {}, { rules: [beta, rule('x', 0)] }, 0],
    ['none, when a rule is gone that served what the default does', { rules: [beta, staff] }, { rules: [beta] }, 0],
    ['none, when what a disabled toggle would serve changes', {}, { disabledServe: { select: 1 } }, 0],
    [
      'those of the default that get another share',
      { defaultServe: { split: [9000, 1000] } },
      { defaultServe: { split: [5000, 5000] } },
      0.4,
    ],
    [
      'those of a rule that get another share',
      { rules: [{ ...beta, serve: { split: [9000, 1000] } }] },
      { rules: [{ ...beta, serve: { split: [8000, 2000] } }] },
      0.1,
    ],
    ['a part of them, when a select becomes a split', {}, { defaultServe: { split: [7500, 2500] } }, 0.25],
    [
      'those who are moved on in the split, too',
      { variations: threeWays, defaultServe: { split: [3000, 3000, 4000] } },
      {
        ...{ variations: threeWays, defaultServe: { split: [5000, 3000, 2000] } },
      },
      0.4,
    ],
    ['all of a rule that serves another', {}, { rules: [rule('beta', 0)] }, 1],
    ['all who were served nothing', { defaultServe: {} }, { defaultServe: { select: 0 } }, 1],
    ['all who are served nothing any more', {}, { defaultServe: { select: 9 } }, 1],
    ['all of a rule that is new', { rules: [] }, {}, 1],
    [
      'a part of those of a rule that is new',
      { rules: [] },
      { rules: [{ ...beta, serve: { split: [8000, 2000] } }] },
      0.2,
    ],
    ['all of a rule that is gone', {}, { rules: [] }, 1],
    ['all who match other conditions', {}, { rules: [rule('beta', 1, 'anna')] }, 1],
    ['all whom two rules match that change places', { rules: [beta, staff] }, { rules: [staff, beta] }, 1],
    ['those of another value of the variation', {}, { variations: [{ value: 'no' }, offAndOn[1]] }, 1],
    ['those who fall to the default by a prerequisite', {}, { prerequisites: [{ key: 'login', value: 'true' }] }, 1],
    [
      'those of the second rule without a name',
      { rules: [{ serve: { select: 0 } }, { serve: { select: 0 } }] },
      { rules: [{ serve: { select: 0 } }, { serve: { select: 1 } }] },
      1,
    ],
  ];
  test.each(rows)('%s', (_, from, to, part) => {
    expect(rerouted(from, to)).toBeCloseTo(part, 10);
  });
});

describe('The estimate for a toggle', () => {
  test('that gets disabled counts all who are served another variation then', () => {
    const to = stateOf({ ...calm, rules: [] }, true);
    expect(riskOf(stateOf(calm), to)).toEqual({ disables: true, rerouted: 1 });
    expect(riskOf(stateOf({ ...calm, rules: [] }), to)).toEqual({ disables: true, rerouted: 0 });
  });

  test('that gets enabled counts all who were served another variation before', () => {
    const from = stateOf({ ...calm, defaultServe: { split: [7000, 3000] } }, true);
    expect(riskOf(from, { ...from, disabled: false })).toEqual({ disables: false, rerouted: 1 });
    const without: State = { disabled: true, content: { ...from.content, rules: [] } };
    expect(riskOf(without, { ...without, disabled: false })).toEqual({ disables: false, rerouted: 0.3 });
  });

  test('that stays disabled counts those who are served another variation then, whatever its rules are', () => {
    const from = stateOf(calm, true);
    expect(riskOf(from, stateOf({ ...calm, rules: [] }, true)).rerouted).toBe(0);
    expect(riskOf(from, stateOf({ ...calm, disabledServe: { split: [9900, 100] } }, true)).rerouted).toBe(0.01);
  });
});

test('The estimate is between 0 and 1, whatever the states are', () => {
  fc.assert(
    fc.property(anyPairs, ([from, to]) => {
      const { rerouted: part } = riskOf(from, to);
      expect(part >= 0 && part <= 1).toBe(true);
      expect(riskOf(from, from)).toEqual({ disables: false, rerouted: 0 });
    }),
  );
});

test('The estimate for thousands of rules is made without a wait, also when all of them change', () => {
  const many = (prefix: string, serve: (index: number) => Plain) =>
    Array.from({ length: 8000 }, (_, index) => ({
      ...rule(`${prefix}${index}`, 0, `${prefix}${index}`),
      serve: serve(index),
    }));
  const splits = (index: number) => ({ split: [5000 + (index % 100), 5000 - (index % 100)] });
  const before = { rules: many('a', splits), defaultServe: { split: [5000, 5000] } };
  expect(rerouted(before, { ...before, rules: before.rules.toReversed() })).toBeCloseTo(0.0099, 10);
  expect(rerouted(before, { ...before, rules: many('b', splits) })).toBeCloseTo(0.0099, 10);
  const different = many('a', (index) => ({ split: [index, 10_000 - index] }));
  expect(rerouted({ rules: different }, { rules: different.toReversed() })).toBe(1);
});

describe('Users who are counted one by one', () => {
  const names = ['a', 'b', 'c'];
  const rules = fc
    .shuffledSubarray(names)
    .chain((some) => fc.tuple(...some.map((name) => fc.tuple(fc.constant(name), fc.nat(1), fc.constantFrom('x', 'y')))))
    .map((some) => some.map(([name, select, object]) => rule(name, select, `${name} ${object}`)));
  const states = fc
    .tuple(rules, fc.nat(1), fc.nat(1), fc.boolean(), fc.subarray([{ key: 'login', value: 'true' }]))
    .map(([some, byDefault, disabled, isDisabled, prerequisites]): State => {
      const serves = { defaultServe: { select: byDefault }, disabledServe: { select: disabled } };
      return stateOf({ rules: some, prerequisites, ...serves }, isDisabled);
    });
  const kinds = names.flatMap((name) => [`${name} x`, `${name} y`]);

  /** @param matched what holds for the user: a condition, by its rule and object, or that the prerequisite serves its value */
  function serves({ disabled, content }: State, matched: ReadonlySet<string>): unknown {
    if (disabled) return asObject(content['disabledServe'])?.['select'];
    const found = listIn(content, 'rules')
      .map((item) => asObject(item))
      .find((one) => matched.has(kindOf(one)));
    const fails = listIn(content, 'prerequisites').length > 0 && !matched.has('login');
    return asObject(fails || found === undefined ? content['defaultServe'] : found['serve'])?.['select'];
  }

  /** The one object of its one condition. */
  function kindOf(one: Plain | undefined): string {
    return String(listIn(asObject(listIn(one, 'conditions')[0]), 'objects')[0]);
  }

  test('are never re-routed when the estimate is 0', () => {
    const estimates: number[] = [];
    fc.assert(
      fc.property(states, states, (from, to) => {
        const { rerouted: part } = riskOf(from, to);
        estimates.push(part);
        if (part > 0) return;
        const all = [...kinds, 'login'];
        for (let user = 0; user < 2 ** all.length; user += 1) {
          const matched = new Set(all.filter((_, bit) => (user >> bit) % 2 === 1));
          expect(serves(to, matched)).toBe(serves(from, matched));
        }
      }),
      { numRuns: 1000 },
    );
    expect(estimates.filter((part) => part === 0).length).toBeGreaterThan(100);
  });

  test('are re-routed, at least some of them, when the estimate is not 0', () => {
    fc.assert(
      fc.property(states, states, (from, to) => {
        if (riskOf(from, to).rerouted === 0) return;
        const all = [...kinds, 'login'];
        const users = Array.from(
          { length: 2 ** all.length },
          (_, user) => new Set(all.filter((__, bit) => (user >> bit) % 2 === 1)),
        );
        expect(users.some((matched) => serves(to, matched) !== serves(from, matched))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
