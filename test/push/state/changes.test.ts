/** What a person reads of a change, before and after it is pushed: the whole list, in its order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changes, newsOf } from '../../../server/src/core/targeting/state/changes.js';
import type { Plain, State } from '../../../server/src/core/targeting/state/state.js';
import { sameState } from '../../../server/src/core/targeting/state/state.js';
import { anyPairs, anyStates, offAndOn, rule, someContent, stateOf } from './states.js';

const [beta, staff] = [rule('beta users', 1, 'anna'), rule('staff', 0, 'rob')];
const three = [...offAndOn, { value: 'maybe', name: '' }];

const conditioned = (...conditions: readonly Plain[]): Plain => ({ name: 'r', conditions, serve: { select: 1 } });
const notOf = (...objects: readonly string[]) => ({
  type: 'string',
  subject: 'id',
  predicate: 'is not any of',
  objects,
});
const atLeast = (age: string) => ({ type: 'number', subject: 'age', predicate: '>=', objects: [age] });

type Row = readonly [what: string, from: Plain, to: Plain, sentences: readonly string[]];

const rows: Readonly<Record<string, readonly Row[]>> = {
  'The person is told of a default': [
    [
      'split in other shares',
      { defaultServe: { split: [1000, 9000] } },
      { defaultServe: { split: [5000, 5000] } },
      ['The default split 10% / 90% becomes 50% / 50%.'],
    ],
    [
      'split in shares of a hundredth of a percent',
      { defaultServe: { split: [1, 9999] } },
      { defaultServe: { split: [0, 10_000] } },
      ['The default split 0.01% / 99.99% becomes 0% / 100%.'],
    ],
    [
      'that is one variation instead of a split',
      { defaultServe: { split: [1000, 9000] } },
      { defaultServe: { select: 0 } },
      ['By default it serves "off" instead of 10% "off", 90% "on".'],
    ],
    [
      'that was nothing before',
      { defaultServe: {} },
      { defaultServe: { select: 1 } },
      ['By default it serves "on" instead of nothing.'],
    ],
    [
      'split over other variations',
      { defaultServe: { split: [1000, 9000] } },
      { defaultServe: { split: [1000, 0, 9000] }, variations: three },
      ['By default it serves 10% "off", 90% "maybe" instead of 10% "off", 90% "on".', 'Variation 2 is new: "maybe".'],
    ],
    [
      'that is a variation which does not exist',
      { defaultServe: { select: 0 } },
      { defaultServe: { select: 7 } },
      ['By default it serves variation 7 instead of "off".'],
    ],
  ],
  'The person is told of a disabled toggle': [
    [
      'that serves another variation',
      { disabledServe: { select: 0 } },
      { disabledServe: { select: 1 } },
      ['While disabled it serves "on" instead of "off".'],
    ],
    [
      'split in other shares',
      { disabledServe: { split: [0, 10_000] } },
      { disabledServe: { split: [10_000, 0] } },
      ['While disabled the split 0% / 100% becomes 100% / 0%.'],
    ],
  ],
  'The person is told of a rule': [
    [
      'that serves another variation',
      {},
      { rules: [rule('beta users', 0, 'anna'), staff] },
      ['Rule "beta users" now serves "off" instead of "on".'],
    ],
    [
      'split in other shares',
      { rules: [{ ...beta, serve: { split: [1000, 9000] } }] },
      { rules: [{ ...beta, serve: { split: [5000, 5000] } }] },
      ['Rule "beta users": the split 10% / 90% becomes 50% / 50%.'],
    ],
    [
      'with other conditions',
      {},
      { rules: [rule('beta users', 1, 'eve'), staff] },
      ['Rule "beta users" no longer matches id anna.', 'Rule "beta users" now also matches id eve.'],
    ],
    [
      'for many more users',
      {},
      { rules: [rule('beta users', 1, 'anna', 'eve', 'a b', '1002', 'x', 'y'), staff] },
      ['Rule "beta users" now also matches id eve, "a b", 1002 and 2 more.'],
    ],
    [
      'that compares with the same values in another order',
      { rules: [rule('beta users', 1, 'anna', 'eve')] },
      { rules: [rule('beta users', 1, 'eve', 'anna')] },
      ['Rule "beta users" has other conditions.'],
    ],
    [
      'for users of another segment',
      { rules: [conditioned({ type: 'segment', predicate: 'is in', objects: ['vip'] })] },
      { rules: [conditioned({ type: 'segment', predicate: 'is in', objects: ['vip', 'crew'] })] },
      ['Rule "r" now also matches segment crew.'],
    ],
    [
      'for all but more users',
      { rules: [conditioned(notOf('anna'))] },
      { rules: [conditioned(notOf('anna', 'eve'))] },
      ['Rule "r" no longer matches id eve.'],
    ],
    [
      'with another bound',
      { rules: [conditioned(atLeast('18'))] },
      { rules: [conditioned(atLeast('21'))] },
      ['Rule "r" now requires that age >= 21 instead of age >= 18.'],
    ],
    [
      'with one condition more',
      { rules: [conditioned(notOf('anna'))] },
      { rules: [conditioned({ type: 'segment', subject: '', predicate: 'is in', objects: ['vip'] }, notOf('anna'))] },
      ['Rule "r" now also requires that the user is in vip.'],
    ],
    [
      'with one condition less',
      { rules: [conditioned(notOf('anna'), atLeast('18'))] },
      { rules: [conditioned(notOf('anna'))] },
      ['Rule "r" no longer requires that age >= 18.'],
    ],
    [
      'with conditions of another form',
      { rules: [conditioned(notOf('anna'), atLeast('18'))] },
      { rules: [conditioned(notOf('anna'), { ...atLeast('18'), leftPredicate: '>' })] },
      ['Rule "r" has other conditions.'],
    ],
    ['that is new', {}, { rules: [beta, rule('crew', 1), staff] }, ['Rule "crew" is new and serves "on".']],
    ['that is gone', {}, { rules: [staff] }, ['Rule "beta users" is removed.']],
    [
      'that is replaced by another one',
      {},
      { rules: [rule('crew', 1, 'eve'), staff] },
      ['Rule "beta users" is removed.', 'Rule "crew" is new and serves "on".'],
    ],
    [
      'that has another name',
      {},
      { rules: [rule('testers', 1, 'anna'), staff] },
      ['Rule "beta users" is called "testers" now.'],
    ],
    ['that stands in another place', {}, { rules: [staff, beta] }, ['The rules are tried in another order.']],
    [
      'without a name',
      { rules: [{ ...beta, name: '' }, { serve: { select: 0 } }] },
      { rules: [{ ...beta, name: '' }, { serve: { select: 1 } }] },
      ['Rule 2 now serves "on" instead of "off".'],
    ],
    [
      'whose name stands twice',
      { rules: [beta, beta] },
      { rules: [beta, rule('beta users', 0, 'anna')] },
      ['Rule "beta users" now serves "off" instead of "on".'],
    ],
    [
      'that is no object any more',
      {},
      { rules: ['x', staff] },
      ['Rule "beta users" is removed.', 'Rule 1 is new and serves nothing.'],
    ],
  ],
  'The person is told of variations': [
    [
      'with another value',
      {},
      { variations: [offAndOn[0], { value: 'yes', name: 'on' }] },
      ['Variation 1 is "yes" instead of "true".'],
    ],
    [
      'with another name, while nobody is served anything else',
      { rules: [] },
      { rules: [], variations: [offAndOn[0], { value: 'true', name: 'yes' }] },
      ['Variation 1 is renamed: "on" → "yes".'],
    ],
    [
      'with another description',
      { rules: [] },
      { rules: [], variations: [offAndOn[0], { value: 'true', name: 'on', description: 'since May' }] },
      ['The description of variation 1 ("on") changes.'],
    ],
    [
      'of the same name when another of them is served',
      {
        variations: [
          { value: '1', name: 'x' },
          { value: '2', name: 'x' },
        ],
        rules: [],
        defaultServe: { select: 0 },
      },
      {
        variations: [
          { value: '1', name: 'x' },
          { value: '2', name: 'x' },
        ],
        rules: [],
        defaultServe: { select: 1 },
      },
      ['By default it serves {"select":1} instead of {"select":0}.'],
    ],
    ['that are one more', {}, { variations: three }, ['Variation 2 is new: "maybe".']],
    ['that are one less', { variations: three }, {}, ['Variation 2 is removed: "maybe".']],
    [
      'in another order, which changes what all serves mean',
      { rules: [], defaultServe: { select: 0 }, disabledServe: {} },
      { rules: [], defaultServe: { select: 0 }, disabledServe: {}, variations: offAndOn.toReversed() },
      ['By default it serves "on" instead of "off".', 'The variations are in another order.'],
    ],
  ],
  'The person is told of prerequisites': [
    [
      'with what they must serve',
      { prerequisites: [{ key: 'login', value: 'true', type: 'boolean' }] },
      {
        prerequisites: [
          { key: 'login', value: 'false', type: 'boolean' },
          { key: 'shop', value: 'new' },
        ],
      },
      ['It requires "login" = "false", "shop" = "new" instead of "login" = "true".'],
    ],
    [
      'that are taken away',
      { prerequisites: [{ key: 'login', value: 'true' }] },
      {},
      ['It no longer requires "login" = "true".'],
    ],
    [
      'of another type',
      { prerequisites: [{ key: 'login', value: 'true', type: 'boolean' }] },
      { prerequisites: [{ key: 'login', value: 'true', type: 'string' }] },
      ['Prerequisites change.'],
    ],
  ],
  'The person is told that only the diff shows a change': [
    ['when no other words fit', { variations: 1 }, { variations: 2 }, ['There are changes that only the diff shows.']],
  ],
};

for (const [what, cases] of Object.entries(rows)) {
  describe(what, () => {
    test.each(cases)('%s', (_, from, to, sentences) => {
      expect(changes(stateOf(from), stateOf(to))).toEqual(sentences);
    });
  });
}

test('All changes at once are told in the order in which they matter', () => {
  const to = { ...someContent, rules: [beta], defaultServe: { split: [5000, 5000] }, disabledServe: { select: 1 } };
  expect(
    changes(stateOf(), { disabled: true, content: { ...to, variations: three, prerequisites: [{ key: 'a' }] } }),
  ).toEqual([
    'Turns the toggle off.',
    'Rule "staff" is removed.',
    'By default it serves 50% "off", 50% "on" instead of 90% "off", 10% "on".',
    'While disabled it serves "on" instead of "off".',
    'Variation 2 is new: "maybe".',
    'It now requires "a" = nothing.',
  ]);
  expect(changes(stateOf({}, true), stateOf())).toEqual(['Turns the toggle on.']);
});

test('Of a toggle that stays disabled it is said before what it would serve', () => {
  const to = { defaultServe: { select: 1 } };
  const served = 'By default it serves "on" instead of nothing.';
  expect(changes(stateOf({ defaultServe: {} }, true), stateOf(to, true))).toEqual([
    'The toggle stays disabled.',
    served,
  ]);
  expect(changes(stateOf({ defaultServe: {} }, true), stateOf(to))).toEqual(['Turns the toggle on.', served]);
  expect(changes(stateOf({ disabledServe: {} }, true), stateOf({ disabledServe: { select: 1 } }, true))).toEqual([
    'While disabled it serves "on" instead of nothing.',
  ]);
});

test('That a toggle stays disabled is no news', () => {
  const sentences = changes(stateOf({ defaultServe: {} }, true), stateOf({ defaultServe: { select: 1 } }, true));
  expect(newsOf(sentences)).toEqual(['By default it serves "on" instead of nothing.']);
});

describe('Whatever the states are', () => {
  const pairs = fc.oneof(anyPairs, fc.tuple(anyStates, anyStates));

  test('nothing is told exactly when they are the same', () => {
    fc.assert(
      fc.property(pairs, ([from, to]) => {
        expect(changes(from, to).length === 0).toBe(sameState(from, to));
        expect(changes(from, from)).toEqual([]);
      }),
    );
  });

  test('each sentence is one line, and not long', () => {
    fc.assert(
      fc.property(pairs, ([from, to]) => {
        for (const sentence of changes(from, to)) {
          expect(sentence).toMatch(/^[^\n\r]{5,400}\.$/);
          expect(sentence).not.toMatch(/undefined|NaN|\[object/);
          expect(sentence.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

test('A thousand rules that change are told one by one, without a wait', () => {
  const rules = (select: number) => Array.from({ length: 1000 }, (_, index) => rule(`rule ${index}`, select));
  const [from, to]: readonly [State, State] = [stateOf({ rules: rules(0) }), stateOf({ rules: rules(1) })];
  expect(changes(from, to)).toHaveLength(1000);
});
