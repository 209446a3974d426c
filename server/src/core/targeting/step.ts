/**
 * One step of a ramp: another share for one variation, in which nobody loses what a raise gives, and nobody gains what a lowering takes. The
 * ranges of a split stand one behind the other, so only neighbours give and take: the range of one grows over those of others, or shrinks
 * between them, and everything else stays where it is. So no step moves fewer users.
 */
import { whole } from './values/shares.js';

/** Shares that a ramp often stops at. */
const usual = [100, 500, 1_000, 2_500, 5_000, 7_500, whole];

/** The next share of a ramp; undefined at its end. */
export function nextOf(share: number, ramp: readonly number[] = usual): number | undefined {
  return ramp.toSorted((a, b) => a - b).find((each) => each > share);
}

/**
 * Of the neighbours on both sides, the one that has more gives, bucket by bucket, and the one that has more takes.
 * @param shares sound ones, which add up to all
 * @returns undefined where all have this variation, and which of several others is to take something is for a person to say
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
