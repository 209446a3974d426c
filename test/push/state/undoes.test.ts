/** Tests whether a push would undo changes of others, which leads to a merge. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plain } from '../../../server/src/core/targeting/state/state.js';
import { sameState } from '../../../server/src/core/targeting/state/state.js';
import { undoesOthersChanges } from '../../../server/src/core/targeting/state/undoes.js';
import { anyPairs, anyStates, offAndOn, rule, stateOf } from './states.js';

const [a, b, c] = [rule('a', 0), rule('b', 1), rule('c', 0, 'anna')];
const three = [...offAndOn, { value: 'maybe' }];

function undone(base: Plain, theirs: Plain, yours: Plain): boolean {
  return undoesOthersChanges({ base: stateOf(base), theirs: stateOf(theirs), yours: stateOf(yours) });
}

describe('A push undoes no change by others', () => {
  const rows: readonly (readonly [string, Plain, Plain, Plain])[] = [
    ['when they changed nothing', {}, {}, { rules: [], defaultServe: { select: 0 } }],
    ['when the file has their rule already', { rules: [a] }, { rules: [a, b] }, { rules: [a, b, c] }],
    [
      'when the file has their default already',
      {},
      { defaultServe: { select: 1 } },
      { defaultServe: { select: 1 }, rules: [] },
    ],
    ['when the file lacks the rule that they removed', { rules: [a, b] }, { rules: [b] }, { rules: [b, c] }],
    ['when the file has the order that they made', { rules: [a, b] }, { rules: [b, a] }, { rules: [b, c, a] }],
    [
      'when they changed a rule and the file moves others',
      { rules: [a, b] },
      { rules: [a, b], defaultServe: {} },
      { rules: [b, a], defaultServe: {} },
    ],
  ];
  test.each(rows)('%s', (_, base, theirs, yours) => {
    expect(undone(base, theirs, yours)).toBe(false);
  });
});

describe('A push undoes a change by others', () => {
  const rows: readonly (readonly [string, Plain, Plain, Plain])[] = [
    ['when the file lacks their rule', { rules: [a] }, { rules: [a, b] }, { rules: [a, c] }],
    ['when the file still has the rule that they removed', { rules: [a, b] }, { rules: [b] }, { rules: [a, b, c] }],
    ['when both changed one rule', { rules: [a] }, { rules: [rule('a', 1)] }, { rules: [rule('a', 0, 'rob')] }],
    ['when both changed the default', {}, { defaultServe: { select: 0 } }, { defaultServe: { select: 1 } }],
    ['when the file has the old order', { rules: [a, b] }, { rules: [b, a] }, { rules: [a, b, c] }],
    ['when their new rule stands elsewhere in the file', { rules: [a] }, { rules: [b, a] }, { rules: [a, b] }],
    ['when the file lacks their variation', {}, { variations: three }, { defaultServe: { select: 0 } }],
    [
      'when they removed a field that the file has',
      { prerequisites: [{ key: 'k' }] },
      {},
      { prerequisites: [{ key: 'k' }] },
    ],
  ];
  test.each(rows)('%s', (_, base, theirs, yours) => {
    expect(undone(base, theirs, yours)).toBe(true);
  });

  test('when others disabled the toggle', () => {
    expect(undoesOthersChanges({ base: stateOf(), theirs: stateOf({}, true), yours: stateOf({ rules: [] }) })).toBe(
      true,
    );
  });
});

test('Restoring the base undoes any changes by others, and keeping their state undoes none', () => {
  fc.assert(
    fc.property(fc.oneof(anyPairs, fc.tuple(anyStates, anyStates)), ([base, theirs]) => {
      expect(undoesOthersChanges({ base, theirs, yours: theirs })).toBe(false);
      expect(undoesOthersChanges({ base, theirs, yours: base })).toBe(!sameState(base, theirs));
    }),
  );
});
