/** Tests merging the changes of two people to one state. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeStates } from '../../../server/src/core/targeting/state/mergeStates.js';
import type { State } from '../../../server/src/core/targeting/state/state.js';
import {
  stateAfterPatch,
  listIn,
  normalised,
  sameState,
  textOf,
} from '../../../server/src/core/targeting/state/state.js';
import { stateInFile } from '../../../server/src/service/stateInFile.js';
import { anyStates, rule, stateOf, targetingOf } from './states.js';

type Contested = 'yours' | 'theirs' | 'base';

const [a, b] = [rule('a', 0), rule('b', 0)];
const rules = (...list: readonly unknown[]) => stateOf({ rules: list });
const merged = (base: State, theirs: State, yours: State, contested?: Contested) => {
  const { content } = mergeStates({ base, theirs, yours }, [], contested);
  return listIn(content, 'rules').map((each) => JSON.stringify(each));
};
const texts = (...list: readonly unknown[]) => list.map((each) => JSON.stringify(each));
/** `a b1` are two rules, the second of which serves variation 1. */
const rulesIn = (text: string) => text.split(' ').map((word) => rule(word.charAt(0), Number(word.slice(1))));

describe('Rules', () => {
  test.each<[title: string, theirs: string, yours: string, results: Partial<Record<Contested, string>>]>([
    ['that different people change keep the change of each', 'a b1 c', 'a1 b c', { yours: 'a1 b1 c' }],
    ['that both change are contested', 'a1 b1 c', 'a2 b c1', { yours: 'a2 b1 c1', base: 'a b1 c1' }],
    ['that they remove and you change are contested', 'b c n1', 'a1 b c n', { yours: 'a1 b c n', base: 'a b c' }],
    ['that they change and you remove are contested', 'a1 b c n', 'b c n1', { base: 'a b c' }],
    ['that both move stand as each moved them', 'c a b', 'b a c', { yours: 'c b a' }],
    ['of which no order is as both want it', 'a c b1', 'b a c', { yours: 'b1 a c', base: 'a b1 c', theirs: 'a c b1' }],
    ['that both move alike stand so', 'c a b', 'c a b1', { base: 'c a b1' }],
    ['that they add are added, and those that you remove are removed', 'a n1 b c', 'a b', { yours: 'a n1 b' }],
    ['that you add are added, and those that they remove are removed', 'b c', 'n1 a b c', { yours: 'n1 b c' }],
    ['are in the order that they made, with what you changed', 'c a b', 'a b1 c', { yours: 'c a b1' }],
    ['are in the order that you made, with what they changed', 'a b c1', 'b a c', { yours: 'b a c1' }],
    ['that both add are both there', 'a b c n1', 'a b c m', { yours: 'a b c m n1' }],
  ])('%s', (_, theirs, yours, results) => {
    const [before, now, here] = [rules(...rulesIn('a b c')), rules(...rulesIn(theirs)), rules(...rulesIn(yours))];
    for (const contested of Object.keys(results) as Contested[])
      expect(merged(before, now, here, contested), contested).toEqual(texts(...rulesIn(results[contested] ?? '')));
  });

  test('that one side renames are matched by the preceding rule if their conditions are similar', () => {
    const [theirs, yours] = [rules(a, rule('b2', 2), rule('c', 0)), rules(a, rule('b3', 0), rule('c', 0))];
    const base = rules(...rulesIn('a b c'));
    expect(merged(base, theirs, yours)).toEqual(texts(a, rule('b3', 2), rule('c', 0)));
  });

  test('that both sides move are one conflict if there are too many to compare pairwise', () => {
    const many = Array.from({ length: 600 }, (_, index) => rule(`r${index}`, 0));
    const theirs = [...many.slice(0, -2), ...many.slice(-2).toReversed()];
    const yours = [many[1], many[0], ...many.slice(2)];
    expect(merged(rules(...many), rules(...theirs), rules(...yours))).toEqual(texts(...yours));
    expect(merged(rules(...many), rules(...theirs), rules(...yours), 'theirs')).toEqual(texts(...theirs));
  });
});

describe('A single rule', () => {
  const one = { type: 'string', subject: 'city', predicate: 'is one of' };
  const beta = (serve: number, ...conditions: readonly (readonly string[])[]) =>
    rules({ name: 'beta', conditions: conditions.map((objects) => ({ ...one, objects })), serve: { select: serve } });
  const base = beta(0, ['a']);

  test.each([
    ['its conditions taken away', beta(0)],
    ['a condition added', beta(0, ['a'], ['b'])],
    ['another condition', beta(0, ['b'])],
    ['an object added', beta(0, ['a', 'b'])],
    ['an object added, and served otherwise', beta(2, ['a', 'b'])],
  ])('with a new serve on one side and %s on the other is taken completely from one side', (_, theirs) => {
    const yours = beta(1, ['a']);
    for (const [own, now] of [
      [yours, theirs],
      [theirs, yours],
    ] as const) {
      expect(mergeStates({ base, theirs: now, yours: own })).toEqual(normalised(own));
      expect(mergeStates({ base, theirs: now, yours: own }, [], 'theirs')).toEqual(normalised(now));
      expect(mergeStates({ base, theirs: now, yours: own }, [], 'base')).toEqual(normalised(base));
    }
  });

  test('contains the objects that each side adds', () => {
    const [theirs, yours] = [beta(0, ['a', 'b']), beta(0, ['a', 'c'])];
    expect(mergeStates({ base, theirs, yours })).toEqual(normalised(beta(0, ['a', 'c', 'b'])));
  });
});

test('Prerequisites are matched by key', () => {
  const required = (...values: readonly (readonly [string, string])[]) =>
    stateOf({ prerequisites: values.map(([key, value]) => ({ key, value })) });
  const base = required(['p', 'x'], ['q', 'x']);
  const [theirs, yours] = [required(['p', 'x'], ['q', 'y']), required(['p', 'y'], ['q', 'x'])];
  expect(mergeStates({ base, theirs, yours })).toEqual(normalised(required(['p', 'y'], ['q', 'y'])));
  const both = { base: stateOf(), theirs: required(['q', 'y']), yours: required(['p', 'y']) };
  expect(listIn(mergeStates(both).content, 'prerequisites')).toHaveLength(2);
});

test('Other fields conflict if both sides change them', () => {
  const served = (select: number, disabled: boolean) => stateOf({ defaultServe: { select }, rules: [] }, disabled);
  const [base, theirs, yours] = [served(0, false), served(1, true), served(2, false)];
  expect(mergeStates({ base, theirs, yours })).toEqual(normalised(served(2, true)));
  expect(mergeStates({ base, theirs, yours }, [], 'base')).toEqual(normalised(served(0, true)));
});

test('Other fields are changed if only one side changes them', () => {
  const base = stateOf();
  const theirs = stateOf({ defaultServe: { select: 1 } });
  const yours = stateOf({ disabledServe: { select: 1 } }, true);
  const both = stateOf({ defaultServe: { select: 1 }, disabledServe: { select: 1 } }, true);
  expect(sameState(mergeStates({ base, theirs, yours }), both)).toBe(true);
});

describe('A merge of any states', () => {
  test('keeps a change by one side, or an identical change by both sides', () => {
    fc.assert(
      fc.property(anyStates, anyStates, (base, other) => {
        for (const contested of ['base', 'theirs', 'yours'] as const) {
          const text = (theirs: State, yours: State) => textOf(mergeStates({ base, theirs, yours }, [], contested));
          expect([text(other, base), text(base, other), text(other, other)]).toEqual(Array(3).fill(textOf(other)));
        }
      }),
    );
  });

  test('is a state in normal form', () => {
    fc.assert(
      fc.property(anyStates, anyStates, anyStates, (base, theirs, yours) => {
        const state = mergeStates({ base, theirs, yours });
        expect(normalised(state)).toEqual(state);
      }),
    );
  });
});

test("Rules without a unique name are not matched by position, but stay as in the user's file", () => {
  const [first, second] = [rule('', 0, 'a'), rule('', 0, 'b')];
  const added = rule('', 1, 'x');
  const yours = rules(first, rule('', 1, 'b'));
  expect(merged(rules(first, second), rules(added, first, second), yours)).toEqual(texts(first, rule('', 1, 'b')));
});

describe('A served variation', () => {
  const [off, on, third] = [{ value: 'false' }, { value: 'true' }, { value: 'third' }];
  const served = (variations: readonly unknown[], byDefault: unknown, ...list: readonly unknown[]) =>
    stateOf({ variations, rules: list, defaultServe: byDefault, disabledServe: { select: variations.indexOf(off) } });
  const base = served([off, on], { select: 0 }, a, b);

  test('stays the same if one side reorders the variations and the other changes the serve', () => {
    const turned = served([on, off], { select: 1 }, rule('a', 1), rule('b', 1));
    const on1 = served([off, on], { select: 0 }, rule('a', 1), b);
    const both = served([on, off], { select: 1 }, rule('a', 0), rule('b', 1));
    expect(mergeStates({ base, theirs: turned, yours: on1 })).toEqual(normalised(both));
    expect(mergeStates({ base, theirs: on1, yours: turned })).toEqual(normalised(both));
  });

  test('stays the same in a split', () => {
    const yours = served([off, on], { split: [9000, 1000] }, a, b);
    const theirs = served([third, on, off], { select: 2 }, rule('a', 2), rule('b', 0));
    const both = served([third, on, off], { split: [0, 1000, 9000] }, rule('a', 2), rule('b', 0));
    expect(mergeStates({ base, theirs, yours })).toEqual(normalised(both));
    expect(mergeStates({ base, theirs: yours, yours: theirs })).toEqual(normalised(both));
  });

  test('is not replaced if one side removed it: one side wins, and other fields are merged', () => {
    const yours = served([off, on], { select: 1 }, a, b);
    const without = served([off], { select: 0 }, a, b);
    const theirs = {
      disabled: true,
      content: { ...without.content, prerequisites: [{ key: 'login', value: 'true' }] },
    };
    expect(mergeStates({ base, theirs, yours }, [], 'base')).toEqual(
      normalised({ disabled: true, content: { ...base.content, prerequisites: [{ key: 'login', value: 'true' }] } }),
    );
    expect(mergeStates({ base, theirs, yours })).toEqual(
      normalised({ disabled: true, content: { ...yours.content, prerequisites: [{ key: 'login', value: 'true' }] } }),
    );
  });

  test('is not guessed if an index does not refer to exactly one value', () => {
    const turned = served([on, off], { select: 1 }, rule('a', 1), rule('b', 1));
    for (const twin of [1, 2]) {
      const twins = served([off, on, on], { select: 0 }, rule('a', twin), b);
      expect(mergeStates({ base, theirs: turned, yours: twins })).toEqual(normalised(twins));
    }
    const outside = served([off, on, third], { select: 7 }, a, b);
    expect(mergeStates({ base, theirs: turned, yours: outside })).toEqual(normalised(outside));
  });

  test('is the variation in the base if the file leaves the variations to the service', () => {
    const theirs = served([on, off], { select: 1 }, rule('a', 1), rule('b', 1));
    const says = { rules: [rule('a', 1), b] };
    const { state: yours, leftToService } = stateAfterPatch({ content: says }, theirs);
    const both = served([on, off], { select: 1 }, rule('a', 0), rule('b', 1));
    expect(mergeStates({ base, theirs, yours }, leftToService)).toEqual(normalised(both));
  });
});

describe('Variations', () => {
  const [off, on, mine, other] = ['off', 'on', 'mine', 'other'].map((value) => ({ value }));
  const served = (variations: readonly unknown[], byDefault: unknown) =>
    stateOf({ variations, rules: [], defaultServe: byDefault, disabledServe: { select: 0 } });
  const base = served([off, on], { select: 0 });

  test('that either side adds are kept, and are still served', () => {
    const [theirs, yours] = [served([off, on, other], { select: 0 }), served([off, on, mine], { select: 2 })];
    expect(mergeStates({ base, theirs, yours })).toEqual(normalised(served([off, on, mine, other], { select: 2 })));
    expect(mergeStates({ base, theirs: yours, yours: theirs })).toEqual(
      normalised(served([off, on, other, mine], { select: 3 })),
    );
  });

  test('stay as in the file if one side replaced a variation', () => {
    const [added, replaced] = [served([off, on, other], { select: 0 }), served([off, mine], { select: 0 })];
    expect(mergeStates({ base, theirs: added, yours: replaced })).toEqual(normalised(replaced));
    expect(mergeStates({ base, theirs: replaced, yours: added })).toEqual(normalised(added));
  });

  test('that are missing in a split get a share of 0', () => {
    const theirs = served([other, off, on], { select: 1 });
    const yours = served([off, on, mine], { split: [1000, 2000, 7000] });
    const { content } = mergeStates({ base, theirs, yours });
    expect(content['defaultServe']).toEqual({ split: [0, 1000, 2000, 7000] });
  });

  test('keep the new names of both sides, and a name that both sides change is a conflict', () => {
    const named = (first: string, second: string) =>
      served(
        [
          { value: 'off', name: first },
          { value: 'on', name: second },
        ],
        { select: 0 },
      );
    const states = { base: named('a', 'b'), theirs: named('a', 'c'), yours: named('d', 'b') };
    expect(mergeStates(states)).toEqual(normalised(named('d', 'c')));
    const contested = { base: named('a', 'b'), theirs: named('x', 'c'), yours: named('y', 'b') };
    expect(mergeStates(contested)).toEqual(normalised(named('y', 'c')));
    expect(mergeStates(contested, [], 'theirs')).toEqual(normalised(named('x', 'c')));
    expect(mergeStates(contested, [], 'base')).toEqual(normalised(named('a', 'c')));
  });

  test('are matched by name if one side changes a value', () => {
    const named = (value: string, more: object, byDefault: unknown) =>
      served(
        [
          { value: 'off', name: 'a' },
          { value, name: 'b', ...more },
        ],
        byDefault,
      );
    const was = named('on', {}, { select: 0 });
    const [theirs, yours] = [named('more', {}, { select: 0 }), named('on', { description: 'd' }, { select: 1 })];
    const both = normalised(named('more', { description: 'd' }, { select: 1 }));
    expect(mergeStates({ base: was, theirs, yours })).toEqual(both);
    expect(mergeStates({ base: was, theirs: yours, yours: theirs })).toEqual(both);
    // Exchanged names contradict the values.
    const exchanged = served([{ value: 'off', name: 'b' }, { value: 'on', name: 'a' }, mine], { select: 0 });
    expect(mergeStates({ base: was, theirs, yours: exchanged })).toEqual(normalised(exchanged));
  });

  test('come from one side if a value is replaced, because the new variations cannot be matched', () => {
    const [theirs, yours] = [served([off, other], { select: 0 }), served([off, on, mine], { select: 0 })];
    expect(mergeStates({ base, theirs, yours })).toEqual(normalised(yours));
    expect(mergeStates({ base, theirs, yours }, [], 'base')).toEqual(normalised(base));
  });
});

describe('The file after a merge', () => {
  const required = [{ key: 'login', value: 'true' }];

  test('has an empty list of prerequisites if the file removed them', () => {
    const base = stateOf({ prerequisites: required });
    const theirs = stateOf({ prerequisites: required, rules: [] });
    const { state: yours, leftToService } = stateAfterPatch(
      { content: stateOf({ prerequisites: [] }).content },
      theirs,
    );
    const state = mergeStates({ base, theirs, yours }, leftToService);
    const body = stateInFile(state, { base, theirs: targetingOf(theirs), leftToService });
    expect(sameState(stateAfterPatch(body, theirs).state, stateOf({ rules: [] }))).toBe(true);
  });

  test('omits fields that the file leaves to the service and nobody has changed', () => {
    const [base, theirs] = [stateOf({ prerequisites: required }), stateOf({ prerequisites: required, rules: [] })];
    const { state: yours, leftToService } = stateAfterPatch({ content: { defaultServe: { select: 1 } } }, theirs);
    const state = mergeStates({ base, theirs, yours }, leftToService);
    const body = stateInFile(state, { base, theirs: targetingOf(theirs), leftToService });
    expect(body).toEqual({ content: { rules: [], defaultServe: { select: 1 } } });
  });
});
