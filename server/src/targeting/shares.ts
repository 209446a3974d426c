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
