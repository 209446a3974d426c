/**
 * A step of a ramp changes the share of one variation and affects as few users as possible. If the share rises, nobody
 * loses the variation; if it falls, nobody gains the variation. Only its neighbors in the split gain or lose users.
 */
import { whole } from './values/shares.js';

/** The usual shares of a ramp, in ten-thousandths. */
const usual = [100, 500, 1_000, 2_500, 5_000, 7_500, whole];

/** @returns the next share of a ramp; undefined at its end */
export function nextOf(share: number, ramp: readonly number[] = usual): number | undefined {
  return ramp.toSorted((a, b) => a - b).find((each) => each > share);
}

/**
 * Moves one bucket at a time from or to the larger neighbor.
 * @param shares the shares of all variations, which add up to the whole
 * @returns undefined if no neighbor has a share: it is then unclear which variation gets the buckets
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
