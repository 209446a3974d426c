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
 * @returns for each that is there now what was found of it before, and what was found of those that are no longer there
 */
export function compared(
  before: readonly PlacedSegment[],
  now: readonly Segment[],
): { readonly was: readonly (PlacedSegment | undefined)[]; readonly gone: readonly CheckedSegment[] } {
  const gone: CheckedSegment[] = [];
  let next = 0;
  const was = now.map((segment) => {
    // One edit replaces few segments; of whatever is not found again, the same is found anew.
    for (let at = next; at < next + 20 && at < before.length; at += 1) {
      const placed = before[at];
      if (placed?.checked.segment.records !== segment.records) continue;
      gone.push(...before.slice(next, at).map(checkedOf));
      if (placed.checked.segment !== segment) gone.push(placed.checked);
      next = at + 1;
      return placed;
    }
    return undefined;
  });
  return { was, gone: gone.concat(before.slice(next).map(checkedOf)) };
}

export function checkedOf(placed: PlacedSegment): CheckedSegment {
  return placed.checked;
}
