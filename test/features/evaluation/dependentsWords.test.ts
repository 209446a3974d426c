import { expect, it } from 'vitest';
import { cannotTell } from '../../../server/src/core/analysis/dependents.js';
import { ownInWords } from '../../../server/src/core/results/dependents.js';
import type { Evaluated } from '../../../server/src/core/results/evaluated.js';

// What is told without examples does not look at them.
const evaluated = { arrival: { toggle: { rules: [] } }, words: {} } as unknown as Evaluated;
const own = { before: evaluated, after: evaluated };

it.each([
  [10_000, 10_000, 'The value changes for everyone.'],
  [2000, 2000, 'The value changes for 20% of all users.'],
  [2000, 10_000, 'The value changes for some users, possibly all.'],
  [2000, 5000, 'The value changes for some users: up to 50% of all users.'],
])('At least %d and at most %d buckets are told as shares, and all of them as everyone', (least, most, words) =>
  expect(ownInWords({ ...cannotTell(), who: 'somebody', least, most }, own)).toBe(words),
);

it('That it is unknown whether all change has no share', () =>
  expect(ownInWords(cannotTell(), own)).toBe("It is unknown whether anyone's value changes."));
