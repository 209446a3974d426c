/**
 * A step of a ramp gives one variation another share, with the fewest possible changes: raising it takes the variation
 * from nobody, lowering it gives the variation to nobody, and only neighbors in the split give and take.
 */
import { whole } from './values/shares.js';

/** Usual stops of a ramp. */
const usual = [100, 500, 1_000, 2_500, 5_000, 7_500, whole];

/** @returns the next share of a ramp; undefined at its end */
export function nextOf(share: number, ramp: readonly number[] = usual): number | undefined {
  return ramp.toSorted((a, b) => a - b).find((each) => each > share);
}

/**
 * Bucket by bucket, the larger neighbor gives or takes.
 * @param shares add up to the whole
 * @returns undefined if several variations could take over
 */
export function stepped(shares: readonly number[], index: number, wanted: number): readonly number[] | undefined {
  const after = [...shares];
  const shareOf = (each: number) => after[each] ?? 0;
  let [left, right] = [index - 1, index + 1];
  const by = Math.sign(wanted - shareOf(index));
  while (shareOf(index) !== wanted) {
    while (left >= 0 && shareOf(left) === 0) left -= 1;
    while (right < after.length && shareOf(right) === 0) right += 1;
    const larger = shareOf(left) >= shareOf(right) ? left : right;
    const other = after.length === 2 ? 1 - index : larger;
    if (after[other] === undefined) return undefined;
    after[other] = shareOf(other) - by;
    after[index] = shareOf(index) + by;
  }
  return after;
}
