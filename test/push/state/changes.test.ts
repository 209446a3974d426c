/** Tests the whole list of changes that a person reads, in its order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changes, newsOf } from '../../../server/src/core/targeting/state/changes.js';
import type { Plain } from '../../../server/src/core/targeting/state/state.js';
import { sameState } from '../../../server/src/core/targeting/state/state.js';
import { anyPairs, anyStates, offAndOn, rule, someContent, stateOf } from './states.js';

const [beta, staff] = [rule('beta users', 1, 'anna'), rule('staff', 0, 'rob')];
const three = [...offAndOn, { value: 'maybe', name: '' }];

const notOf = (...objects: readonly string[]) => ({
  type: 'string',
  subject: 'id',
  predicate: 'is not any of',
  objects,
});
const atLeast = (age: string) => ({ type: 'number', subject: 'age', predicate: '>=', objects: [age] });

const byDefault = (...split: readonly number[]): Plain => ({ defaultServe: { split } });
const served = (select: number): Plain => ({ defaultServe: { select } });
const whileOff = (serve: Plain): Plain => ({ disabledServe: serve });
const rules = (...list: readonly unknown[]): Plain => ({ rules: list });
const when = (...conditions: readonly Plain[]): Plain => rules({ name: 'r', conditions, serve: { select: 1 } });
const inSegments = (...objects: readonly string[]) => ({ type: 'segment', subject: '', predicate: 'is in', objects });
const variations = (...list: readonly unknown[]): Plain => ({ rules: [], variations: list });
const requires = (...prerequisites: readonly Plain[]): Plain => ({ prerequisites });
const splitRule = (...split: readonly number[]) => rules({ ...beta, serve: { split } });
const [off] = offAndOn;
const plain = { rules: [], defaultServe: { select: 0 }, disabledServe: {} };
const twins = ['1', '2'].map((value) => ({ value, name: 'x' }));
const login = { key: 'login', value: 'true', type: 'boolean' };

test.each<[from: Plain, to: Plain, ...sentences: string[]]>([
  [byDefault(1000, 9000), byDefault(5000, 5000), 'The default split 10% / 90% becomes 50% / 50%.'],
  [byDefault(1, 9999), byDefault(0, 10_000), 'The default split 0.01% / 99.99% becomes 0% / 100%.'],
  [byDefault(1000, 9000), served(0), 'The default now serves "off" (before: 10% "off", 90% "on").'],
  [{ defaultServe: {} }, served(1), 'The default now serves "on" (before: nothing).'],
  [
    byDefault(1000, 9000),
    { ...byDefault(1000, 0, 9000), variations: three },
    'The default now serves 10% "off", 90% "maybe" (before: 10% "off", 90% "on").',
    'Variation 2 is new: "maybe".',
  ],
  [{ defaultServe: { select: 0, split: [0, 10_000] } }, served(0), 'The default now serves "off" (before: 100% "on").'],
  [served(0), served(7), 'The default now serves variation 7 (before: "off").'],
  [whileOff({ select: 0 }), whileOff({ select: 1 }), 'While disabled, it serves "on" instead of "off".'],
  [
    whileOff({ split: [0, 10_000] }),
    whileOff({ split: [10_000, 0] }),
    'While disabled, the split 0% / 100% becomes 100% / 0%.',
  ],
  [{}, rules(rule('beta users', 0, 'anna'), staff), 'Rule "beta users" now serves "off" instead of "on".'],
  [splitRule(1000, 9000), splitRule(5000, 5000), 'Rule "beta users": the split 10% / 90% becomes 50% / 50%.'],
  [
    {},
    rules(rule('beta users', 1, 'eve'), staff),
    'Rule "beta users" no longer matches id anna.',
    'Rule "beta users" now also matches id eve.',
  ],
  [
    {},
    rules(rule('beta users', 1, 'anna', 'eve', 'a b', '1002', 'x', 'y'), staff),
    'Rule "beta users" now also matches id eve, "a b", 1002 and 2 more.',
  ],
  [
    rules(rule('beta users', 1, 'anna', 'eve')),
    rules(rule('beta users', 1, 'eve', 'anna')),
    'Rule "beta users" has other conditions.',
  ],
  [when(inSegments('vip')), when(inSegments('vip', 'crew')), 'Rule "r" now also matches segment crew.'],
  [when(notOf('anna')), when(notOf('anna', 'eve')), 'Rule "r" no longer matches id eve.'],
  [when(atLeast('18')), when(atLeast('21')), 'Rule "r" now requires that age >= 21, no longer that age >= 18.'],
  [when(notOf('anna')), when(inSegments('vip'), notOf('anna')), 'Rule "r" now also requires that the user is in vip.'],
  [when(notOf('anna'), atLeast('18')), when(notOf('anna')), 'Rule "r" no longer requires that age >= 18.'],
  [
    when(notOf('anna'), atLeast('18')),
    when(notOf('anna'), { ...atLeast('18'), leftPredicate: '>' }),
    'Rule "r" has other conditions.',
  ],
  [{}, rules(beta, rule('crew', 1), staff), 'Rule "crew" is new and serves "on".'],
  [{}, rules(staff), 'Rule "beta users" is removed.'],
  [{}, rules(rule('crew', 1, 'eve'), staff), 'Rule "beta users" is removed.', 'Rule "crew" is new and serves "on".'],
  [{}, rules(rule('testers', 1, 'anna'), staff), 'Rule "beta users" is called "testers" now.'],
  [{}, rules(staff, beta), 'The rules are tried in another order.'],
  [
    rules({ ...beta, name: '' }, { serve: { select: 0 } }),
    rules({ ...beta, name: '' }, { serve: { select: 1 } }),
    'Rule 2 now serves "on" instead of "off".',
  ],
  [
    rules(beta, beta),
    rules(beta, rule('beta users', 0, 'anna')),
    'Rule "beta users" now serves "off" instead of "on".',
  ],
  [{}, rules('x', staff), 'Rule "beta users" is removed.', 'Rule 1 is new and serves nothing.'],
  [{}, { variations: [off, { value: 'yes', name: 'on' }] }, 'Variation 1 changes from "true" to "yes".'],
  [rules(), variations(off, { value: 'true', name: 'yes' }), 'Variation 1 is renamed: "on" → "yes".'],
  [
    rules(),
    variations(off, { value: 'true', name: 'on', description: 'since May' }),
    'The description of variation 1 ("on") changes.',
  ],
  [
    { ...variations(...twins), ...served(0) },
    { ...variations(...twins), ...served(1) },
    'The default now serves {"select":1} (before: {"select":0}).',
  ],
  [{}, { variations: three }, 'Variation 2 is new: "maybe".'],
  [{ variations: three }, {}, 'Variation 2 is removed: "maybe".'],
  [
    plain,
    { ...plain, variations: offAndOn.toReversed() },
    'The default now serves "on" (before: "off").',
    'The variations are in another order.',
  ],
  [
    requires(login),
    requires({ ...login, value: 'false' }, { key: 'shop', value: 'new' }),
    'It requires "login" = "false", "shop" = "new" instead of "login" = "true".',
  ],
  [requires(login), {}, 'It no longer requires "login" = "true".'],
  [requires(login), requires({ ...login, type: 'string' }), 'Prerequisites change.'],
  [{ variations: 1 }, { variations: 2 }, 'There are changes that only the diff shows.'],
])('The change from %j to %j has a description', (from, to, ...sentences) => {
  expect(changes(stateOf(from), stateOf(to))).toEqual(sentences);
});

test('Many changes are listed by importance', () => {
  const to = { ...someContent, rules: [beta], defaultServe: { split: [5000, 5000] }, disabledServe: { select: 1 } };
  expect(
    changes(stateOf(), { disabled: true, content: { ...to, variations: three, prerequisites: [{ key: 'a' }] } }),
  ).toEqual([
    'Disables the toggle.',
    'Rule "staff" is removed.',
    'The default now serves 50% "off", 50% "on" (before: 90% "off", 10% "on").',
    'While disabled, it serves "on" instead of "off".',
    'Variation 2 is new: "maybe".',
    'It now requires "a" = nothing.',
  ]);
  expect(changes(stateOf({}, true), stateOf())).toEqual(['Enables the toggle.']);
});

test('A toggle that stays disabled is mentioned before a new serve', () => {
  const to = { defaultServe: { select: 1 } };
  const served = 'The default now serves "on" (before: nothing).';
  expect(changes(stateOf({ defaultServe: {} }, true), stateOf(to, true))).toEqual([
    'The toggle stays disabled.',
    served,
  ]);
  expect(changes(stateOf({ defaultServe: {} }, true), stateOf(to))).toEqual(['Enables the toggle.', served]);
  expect(changes(stateOf({ disabledServe: {} }, true), stateOf({ disabledServe: { select: 1 } }, true))).toEqual([
    'While disabled, it serves "on" instead of nothing.',
  ]);
});

test('A toggle that merely stays disabled is not mentioned', () => {
  const sentences = changes(stateOf({ defaultServe: {} }, true), stateOf({ defaultServe: { select: 1 } }, true));
  expect(newsOf(sentences)).toEqual(['The default now serves "on" (before: nothing).']);
});

describe('For any two states', () => {
  const pairs = fc.oneof(anyPairs, fc.tuple(anyStates, anyStates));

  test('the list is empty exactly if the states are equal', () => {
    fc.assert(
      fc.property(pairs, ([from, to]) => {
        expect(changes(from, to).length === 0).toBe(sameState(from, to));
        expect(changes(from, from)).toEqual([]);
      }),
    );
  });

  test('each sentence is short and on one line', () => {
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

test('A thousand changed rules are listed individually', () => {
  const many = (select: number) => Array.from({ length: 1000 }, (_, index) => rule(`rule ${index}`, select));
  expect(changes(stateOf(rules(...many(0))), stateOf(rules(...many(1))))).toHaveLength(1000);
});
