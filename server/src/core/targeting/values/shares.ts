/** The shares of a split: integers in ten-thousandths, which take users' buckets in their order (service.md B). */

export const whole = 10_000;

/** A share as people say it: `12.5%`. */
export function percent(share: number): string {
  return `${Number((share / 100).toFixed(4))}%`;
}

export function isShare(share: number | undefined): share is number {
  return share !== undefined && Number.isSafeInteger(share) && share >= 0;
}

/** What shares add up to; undefined while one of them is none. */
export function sumOf(shares: readonly (number | undefined)[]): number | undefined {
  return shares.every(isShare) ? shares.reduce((sum, share) => sum + share, 0) : undefined;
}

/** How much of it a share reaches: what is beyond the whole reaches nobody. Undefined while one before it is none. */
export function reachOf(shares: readonly (number | undefined)[], index: number): number | undefined {
  const before = sumOf(shares.slice(0, index));
  const share = shares[index];
  return before === undefined || !isShare(share) ? undefined : Math.min(share, Math.max(0, whole - before));
}

/** As even as can be, the first ones one more where it does not come out even. */
export function evenShares(count: number): readonly number[] {
  return scaledShares(Array.from({ length: count }, () => 1));
}

/**
 * The same proportions, summing to 10000; where it does not come out even, the largest remainders are rounded up. Negative
 * shares count as none. Without any share at all, even ones.
 */
export function scaledShares(shares: readonly number[]): readonly number[] {
  const kept = shares.map((share) => (Number.isFinite(share) ? Math.max(0, share) : 0));
  const sum = kept.reduce((total, share) => total + share, 0);
  if (sum === 0 || !Number.isFinite(sum)) return kept.length === 0 ? [] : evenShares(kept.length);
  const exact = kept.map((share) => (share / sum) * whole);
  const result = exact.map(Math.floor);
  const missing = whole - result.reduce((total, share) => total + share, 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) result[index] = (result[index] ?? 0) + 1;
  return result;
}
