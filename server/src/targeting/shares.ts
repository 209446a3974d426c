/** Shares of a percentage split: ten-thousandths, one for each variation. */
export const whole = 10_000;

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
