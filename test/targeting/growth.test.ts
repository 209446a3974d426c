/** That of all ways to give a variation more of a split the fewest users are moved, against the exact impact and every other giver. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { impactOf } from '../../server/src/core/analysis/impact.js';
import { growthOf } from '../../server/src/core/targeting/growth.js';
import { arrivalIn } from '../analysis/contents.js';
import { worldWith } from '../analysis/toggles.js';

/** Of three variations, in steps of 1 %. */
const splits = fc
  .tuple(fc.nat(100), fc.nat(100))
  .map(([a, b]) => [Math.min(a, b), Math.abs(a - b), 100 - Math.max(a, b)].map((share) => share * 100));

function impact(before: readonly number[], after: readonly number[]) {
  const [from, to] = [before, after].map((split) => arrivalIn(worldWith([], { defaultServe: { split: [...split] } })));
  if (from === undefined || to === undefined) throw new Error('There are two.');
  return impactOf(from, to, 1_700_000_000, () => false);
}

const given = (shares: readonly number[], to: number, from: number) =>
  shares.map((share, index) => share + (index === to ? 1_000 : index === from ? -1_000 : 0));

it('moves as few as can be, and as many as are said', () => {
  fc.assert(
    fc.property(splits, fc.nat(2), (shares, to) => {
      const growth = growthOf(shares, to, 1_000);
      const givers = [0, 1, 2].filter((from) => from !== to && (shares[from] ?? 0) > 1_000);
      const moved = givers.map((from) => impact(shares, given(shares, to, from)).total ?? Infinity);
      expect(growth?.moved).toBe(givers.length === 0 ? undefined : Math.min(...moved));
      if (growth === undefined) return;
      const { changes } = impact(shares, given(shares, to, growth.from));
      const losers = changes
        .flatMap(({ buckets }) => buckets)
        .filter(({ from }) => 'index' in from && from.index === to);
      expect(losers).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('takes from the neighbour that has more', () => {
  expect(growthOf([3_000, 1_000, 6_000], 1, 1_000)).toEqual({ from: 2, moved: 1_000 });
  expect(growthOf([6_000, 1_000, 3_000], 1, 1_000)).toEqual({ from: 0, moved: 1_000 });
});

it('takes from the neighbour, and not from who has more', () => {
  expect(growthOf([2_000, 2_000, 6_000], 0, 1_000)).toEqual({ from: 1, moved: 1_000 });
});
