/**
 * When a rule matches anyone whose SDK takes the present time. A rule that is over is no problem of the file: users who send the attribute may
 * send any time.
 */
import type { Box } from './boxes.js';
import type { DecisionList } from './decisionList.js';
import { isAnybodyLeft } from './decisionList.js';
import type { Space } from './space.js';

/** Unix seconds: from a start to before an end. */
export type Period = readonly [start: number, end: number];

/** Of more times, nothing is said. */
const MAX_INSTANTS = 64;

/**
 * @param at the entry
 * @returns in order; none of them where nobody comes to it; undefined where time does not matter, or it cannot be told
 */
export function periodsOf(list: DecisionList, at: number): readonly Period[] | undefined {
  const { space } = list;
  const all = periodsIn(space);
  if (all.length < 2 || all.length > MAX_INSTANTS) return undefined;
  const found: Period[] = [];
  for (const period of all) {
    const isOpen = isAnybodyLeft(list, at, presentBox(space, period[0]));
    if (isOpen === 'unknown') return undefined;
    const last = found.at(-1);
    if (isOpen && last?.[1] === period[0]) found[found.length - 1] = [last[0], period[1]];
    else if (isOpen) found.push(period);
  }
  return found.length === 1 && found[0]?.every((time) => Math.abs(time) === Infinity) === true ? undefined : found;
}

/** Those that all attributes have together. */
function periodsIn(space: Space): readonly Period[] {
  const starts = space.axes.flatMap((axis) =>
    axis.cells.slice(0, axis.free).flatMap(({ during }) => during?.[0] ?? []),
  );
  const sorted = [...new Set([-Infinity, ...starts])].sort((a, b) => a - b);
  return sorted.map((start, index) => [start, sorted[index + 1] ?? Infinity]);
}

/** Those who have no attribute that a datetime condition looks at. */
function presentBox(space: Space, now: number): Box {
  return new Map(
    space.axes.flatMap((axis) => {
      const free = axis.cells.slice(0, axis.free);
      const cell = free.findIndex(({ during }) => during !== undefined && now >= during[0] && now < during[1]);
      return cell === -1 ? [] : [[axis, [cell, cell + 1]] as const];
    }),
  );
}
