/** Counts what `max-step` is held to, for as many pairs as it takes. `PAIRS=1 SEED=7` tries one again. */
import { expect, it } from 'vitest';
import { falseSharesOf, ShareTally } from './largestShare.property.js';

const title = 'The largest share that moves is the number of buckets that a count finds';
const pairs = Number(process.env['PAIRS'] ?? 5_000);
const firstSeed = Number(process.env['SEED'] ?? 1);

it(title, { timeout: 60_000 + pairs * 1_000 }, () => {
  const tally = new ShareTally();
  expect(falseSharesOf(firstSeed, pairs, tally)).toEqual([]);
  expect(tally.equal).toBeGreaterThan(pairs * 0.7);
});
