import { expect, it } from 'vitest';
import { cannotTell } from '../../../server/src/core/analysis/impact/impact.js';
import type { Evaluated } from '../../../server/src/core/results/evaluated.js';
import { dependentInWords, impactInWords } from '../../../server/src/core/results/impact/impactWords.js';

const pay = { key: 'pay', evaluated: undefined, through: [['checkout']] };
// Shares alone do not look at the changed toggle.
const unread = {} as unknown as Evaluated;
const changed = { before: unread, after: unread };

it.each([
  [10_000, 10_000, / for everyone\.$/, 'for everyone.'],
  [2000, 2000, / for 20% of all users\.$/, 'for 20% of all users.'],
  [0, 10_000, / for some users, possibly all\.$/, 'for some users, possibly all.'],
  [0, 5000, /: between 0% and 50%, depending on which rule matches them\.$/, 'for some users: up to 50% of all users.'],
])('At least %d and at most %d buckets are told as shares, and all of them as everyone', (least, most, own, words) => {
  const found = { ...cannotTell(), who: 'somebody', least, most } as const;
  expect(impactInWords(found, [])).toMatch(own);
  expect(dependentInWords(found, pay, changed)).toBe(`Toggle "pay" changes, too, ${words} "pay" requires "checkout".`);
});

it('That it is unknown whether all change has no share', () =>
  expect(dependentInWords(cannotTell(), pay, changed)).toMatch(/^It is unknown whether anyone's value of/));
