/** Shares of a split: integers in ten-thousandths. Buckets of users are assigned to shares in order (service.md B). */

export const whole = 10_000;

/** Formats a share as a percentage, for example `12.5%`. */
export function percent(share: number): string {
  return `${Number((share / 100).toFixed(4))}%`;
}

export function isShare(share: number | undefined): share is number {
  return share !== undefined && Number.isSafeInteger(share) && share >= 0;
}

/** @returns the sum of the shares; undefined if one of them is not a valid share */
export function sumOf(shares: readonly (number | undefined)[]): number | undefined {
  return shares.every(isShare) ? shares.reduce((sum, share) => sum + share, 0) : undefined;
}

/** The part of a share that earlier shares leave room for. @returns undefined if this or an earlier share is invalid */
export function reachOf(shares: readonly (number | undefined)[], index: number): number | undefined {
  const before = sumOf(shares.slice(0, index));
  const share = shares[index];
  return before === undefined || !isShare(share) ? undefined : Math.min(share, Math.max(0, whole - before));
}

/** Shares that are as even as possible; the first shares are larger if there is a remainder. */
export function evenShares(count: number): readonly number[] {
  return scaledShares(Array.from({ length: count }, () => 1));
}

/** Scales shares to 10000; the largest remainders round up. Negative shares count as 0; if all are 0, they are even. */
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
