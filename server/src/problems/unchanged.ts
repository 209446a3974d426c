/** Which segments of a document were there before, and what was found of them. */
import type { Segment } from '../document/segment.js';
import type { CheckedSegment } from './checkedSegment.js';
import type { PlacedSegment } from './placed.js';

/** From the first to before the last segment that was not there before; behind them, indices were higher by `shift`. */
export function touched(
  before: readonly Segment[],
  now: readonly Segment[],
): { readonly first: number; readonly last: number; readonly shift: number } {
  const shift = before.length - now.length;
  let first = 0;
  while (first < now.length && now[first] === before[first]) first += 1;
  let last = now.length;
  while (last > first && last + shift > first && now[last - 1] === before[last - 1 + shift]) last -= 1;
  return { first, last, shift };
}

/**
 * Several edits in one: between them, segments are as they were, or their items are in another list.
 * @param before those that were there, and behind them those behind the place where the reader had given up
 * @param there how many of them were there
 */
export function compared(before: readonly PlacedSegment[], there: number, now: readonly Segment[]): Compared {
  const gone: (CheckedSegment | undefined)[] = [];
  let next = 0;
  const passOver = (end: number) => {
    for (; next < end; next += 1) if (next < there) gone.push(...before.slice(next, next + 1).map(checkedOf));
  };
  const was = now.map((segment) => {
    // One edit replaces few segments; of whatever is not found again, the same is found anew.
    for (let at = next; at < next + 64 && at < before.length; at += 1) {
      const placed = before[at];
      if (placed?.checked.segment.records !== segment.records) continue;
      passOver(at);
      if (placed.checked.segment === segment) {
        next = at + 1;
        gone.push(undefined);
      } else passOver(at + 1);
      return placed;
    }
    return undefined;
  });
  const returns = next > there;
  passOver(there);
  return { was, gone, returns };
}

/** In order; undefined stands for a segment that is as it was. */
export type Changes = readonly (CheckedSegment | undefined)[];

export interface Compared {
  /** For each that is there now, what was found of it before. */
  readonly was: readonly (PlacedSegment | undefined)[];
  /** What was found of those that are no longer there. */
  readonly gone: Changes;
  /** Some are there again that the reader had given up. */
  readonly returns: boolean;
}

export function checkedOf(placed: PlacedSegment): CheckedSegment {
  return placed.checked;
}
