/** Tests steps of ramps bucket by bucket: who loses what, and whether fewer users could have moved. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { variationOfBucket } from '../../server/src/core/evaluation/buckets.js';
import { nextOf, stepped } from '../../server/src/core/targeting/step.js';
import { rounds } from '../support/rounds.js';

const splits = fc
  .array(fc.oneof(fc.constant(0), fc.constant(10_000), fc.nat(10_000)), { minLength: 1, maxLength: 5 })
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
  .map((cuts) => cuts.slice(1).map((cut, index) => cut - (cuts[index] ?? 0)));

function ownersOf(shares: readonly number[]): readonly (number | undefined)[] {
  let end = 0;
  const ranges = shares.map((share) => [end, (end += share)] as const);
  return Array.from({ length: 10_000 }, (_, bucket) => variationOfBucket(ranges, bucket));
}

const countOf = <T>(items: readonly T[], wanted: (item: T, index: number) => boolean) => items.filter(wanted).length;

function expectStep(shares: readonly number[], index: number, wanted: number): readonly number[] {
  const after = stepped(shares, index, wanted);
  if (after === undefined) throw new Error('There is a way.');
  const [was, is] = [ownersOf(shares), ownersOf(after)];
  const [less, more] = wanted < (shares[index] ?? 0) ? [is, was] : [was, is];
  expect(after).toHaveLength(shares.length);
  expect(after[index]).toBe(wanted);
  expect(countOf(is, (owner) => owner === index)).toBe(wanted);
  expect(countOf(less, (owner, bucket) => owner === index && more[bucket] !== index)).toBe(0);
  expect(countOf(is, (owner, bucket) => owner !== was[bucket])).toBe(Math.abs(wanted - (shares[index] ?? 0)));
  return after;
}

const isAll = (shares: readonly number[], index: number) => shares[index] === 10_000;

describe('a ramp step', () => {
  it(
    'takes nothing from users of the raised variation, and moves as few users as possible',
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(splits, fc.nat(5), fc.nat(10_000), (shares, any, wanted) => {
          const index = any % shares.length;
          if (isAll(shares, index) && wanted < 10_000 && shares.length > 2)
            expect(stepped(shares, index, wanted)).toBeUndefined();
          else expectStep(shares, index, wanted);
        }),
        { numRuns: rounds(4_000) },
      );
    },
  );

  it('leads to 100% after further steps, and no step takes back users of an earlier step', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(splits, fc.nat(5), fc.array(fc.integer({ min: 1, max: 10_000 })), (shares, any, stops) => {
        const index = any % shares.length;
        let at: readonly number[] = shares;
        for (let next = nextOf(at[index] ?? 0, [...stops, 10_000]); next !== undefined;) {
          at = expectStep(at, index, next);
          next = nextOf(next, [...stops, 10_000]);
        }
        expect(isAll(at, index)).toBe(true);
      }),
      { numRuns: rounds(600) },
    );
  });

  it.each([
    [[9_000, 1_000], 1, 2_500, [7_500, 2_500]],
    [[9_000, 1_000], 1, 500, [9_500, 500]],
    [[10_000, 0], 0, 9_500, [9_500, 500]],
    // The larger neighbour gives until both are equal.
    [[6_000, 1_000, 3_000], 1, 2_000, [5_000, 2_000, 3_000]],
    [[6_000, 1_000, 3_000], 1, 5_000, [2_500, 5_000, 2_500]],
    [[6_000, 3_000, 1_000], 1, 1_000, [8_000, 1_000, 1_000]],
    // A larger share that is not a neighbour stays.
    [[2_000, 2_000, 6_000], 0, 3_000, [3_000, 1_000, 6_000]],
    [[2_000, 2_000, 6_000], 0, 5_000, [5_000, 0, 5_000]],
    // A variation without a share is not a neighbour.
    [[5_000, 0, 5_000, 0], 2, 2_000, [8_000, 0, 2_000, 0]],
    [[5_000, 0, 0, 5_000], 3, 6_000, [4_000, 0, 0, 6_000]],
  ])('from %j with variation %i raised to %i is %j', (shares, index, wanted, expected) => {
    expect(stepped(shares, index, wanted)).toEqual(expected);
  });

  it('is followed by the next larger step, and the last step by none', () => {
    expect([0, 99, 100, 2_500, 7_500, 10_000].map((share) => nextOf(share))).toEqual([
      100,
      100,
      500,
      5_000,
      10_000,
      undefined,
    ]);
    expect([0, 500, 3_000].map((share) => nextOf(share, [2_500, 500]))).toEqual([500, 2_500, undefined]);
  });
});
