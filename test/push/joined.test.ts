import { expect, test } from 'vitest';
import { eitherOf } from '../../server/src/core/targeting/joined.js';

test.each([
  [[], ''],
  [['rob'], 'rob'],
  [['rob', 'anna'], 'rob or anna'],
  [['rob', 'anna', 'bob'], 'rob, anna or bob'],
])('joins %j with commas and "or"', (names, words) => {
  expect(eitherOf(names)).toBe(words);
});
