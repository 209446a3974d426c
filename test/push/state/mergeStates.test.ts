/** Two changes of one state in one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeStates } from '../../../client/src/push/state/mergeStates.js';
import type { State } from '../../../client/src/push/state/state.js';
import { listIn, normalised, sameState, textOf } from '../../../client/src/push/state/state.js';
import { anyStates, rule, stateOf } from './states.js';

const [a, b, c] = [rule('a', 0), rule('b', 0), rule('c', 0)];
const rules = (...list: readonly unknown[]) => stateOf({ rules: list });
const merged = (base: State, theirs: State, yours: State) => {
  const { content } = mergeStates({ base, theirs, yours });
  return listIn(content, 'rules').map((each) => JSON.stringify(each));
};
const texts = (...list: readonly unknown[]) => list.map((each) => JSON.stringify(each));

describe('Rules', () => {
  const base = rules(a, b, c);

  test('that different people change are as each has them', () => {
    const theirs = rules(a, rule('b', 1), c);
    const yours = rules(rule('a', 1), b, c);
    expect(merged(base, theirs, yours)).toEqual(texts(rule('a', 1), rule('b', 1), c));
  });

  test('that both change stay as yours', () => {
    expect(merged(base, rules(rule('a', 1), b, c), rules(rule('a', 2), b, c))).toEqual(texts(rule('a', 2), b, c));
  });

  test('that one adds and the other removes come and go', () => {
    const added = rule('new', 1);
    expect(merged(base, rules(a, added, b, c), rules(a, b))).toEqual(texts(a, added, b));
    expect(merged(base, rules(b, c), rules(added, a, b, c))).toEqual(texts(added, b, c));
  });

  test('are in the order of whoever moved them, with what the other changed', () => {
    expect(merged(base, rules(c, a, b), rules(a, rule('b', 1), c))).toEqual(texts(c, a, rule('b', 1)));
    expect(merged(base, rules(a, b, rule('c', 1)), rules(b, a, c))).toEqual(texts(b, a, rule('c', 1)));
  });

  test('that both add are both there', () => {
    const [one, other] = [rule('one', 1), rule('other', 0)];
    expect(merged(base, rules(a, b, c, one), rules(a, b, c, other)).toSorted()).toEqual(
      texts(a, b, c, one, other).toSorted(),
    );
  });
});

test('Other fields are as whoever changed them has them', () => {
  const base = stateOf();
  const theirs = stateOf({ defaultServe: { select: 1 } });
  const yours = stateOf({ disabledServe: { select: 1 } }, true);
  const both = stateOf({ defaultServe: { select: 1 }, disabledServe: { select: 1 } }, true);
  expect(sameState(mergeStates({ base, theirs, yours }), both)).toBe(true);
});

describe('Of any states', () => {
  test('what one did not change is as the other has it', () => {
    fc.assert(
      fc.property(anyStates, anyStates, (base, other) => {
        expect(textOf(mergeStates({ base, theirs: other, yours: base }))).toBe(textOf(other));
        expect(textOf(mergeStates({ base, theirs: base, yours: other }))).toBe(textOf(other));
        expect(textOf(mergeStates({ base, theirs: other, yours: other }))).toBe(textOf(other));
      }),
    );
  });

  test('the result is one whose form does not change any more', () => {
    fc.assert(
      fc.property(anyStates, anyStates, anyStates, (base, theirs, yours) => {
        const state = mergeStates({ base, theirs, yours });
        expect(normalised(state)).toEqual(state);
      }),
    );
  });
});
