import { expect, it } from 'vitest';
import { cannotTell } from '../../../server/src/core/analysis/impact/impact.js';
import type { Evaluated } from '../../../server/src/core/results/evaluated.js';
import { dependentInWords, impactInWords } from '../../../server/src/core/results/impact/impactWords.js';

const pay = { key: 'pay', evaluated: undefined, through: [['checkout']] };
// If only shares are known, the changed toggle is not read.
const unread = {} as unknown as Evaluated;
const changed = { before: unread, after: unread };

it.each([
  [10_000, 10_000, / for everyone\.$/],
  [2000, 2000, / for 20% of all users\.$/],
  [0, 10_000, / for some or all users\.$/],
  [0, 5000, /: between 0% and 50%, depending on which rule matches them\.$/],
])('describes %d to %d buckets as a share, and all buckets as everyone', (least, most, words) => {
  const found = { ...cannotTell(), who: 'somebody', least, most } as const;
  const said = impactInWords(found, []);
  expect(said).toMatch(words);
  expect(dependentInWords(found, pay, changed)).toBe(`Toggle "pay" changes, too: ${said} "pay" requires "checkout".`);
});

it('shows no share if it is unknown whether anyone changes', () =>
  expect(dependentInWords(cannotTell(), pay, changed)).toMatch(/^Toggle "pay" may change, too: It is unknown whether/));
