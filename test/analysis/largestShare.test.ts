/** Counts what `max-step` is held to. */
import { expect, it } from 'vitest';
import { falseSharesOf, ShareTally } from './largestShare.property.js';

const title = 'The largest share that moves is the number of buckets that a count finds';

it(title, { timeout: 300_000 }, () => {
  const tally = new ShareTally();
  expect(falseSharesOf(1, 50, tally)).toEqual([]);
  expect(tally.equal).toBeGreaterThan(35);
  expect(tally.shares.size).toBeGreaterThan(5);
});
