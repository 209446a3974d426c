/** Rules that nobody comes to: their conditions exclude each other, or rules above them catch everyone. */
import type { Budget } from '../../budget.js';
import type { Condition } from '../../evaluation/toggles.js';
import type { Kind } from '../space/axis.js';
import type { Box } from '../space/boxes.js';
import { contains } from '../space/boxes.js';
import type { Cover } from './cover.js';
import { uncovered } from '../space/search.js';
import type { Space } from '../space/space.js';

export interface Contradiction {
  /** What the conditions look at. */
  readonly at: Kind;
  /** By their places in the list of the file; without any of these, someone could fulfil the others. */
  readonly conditions: readonly number[];
}

/** @param caught whom the conditions allow: nobody */
export function contradictionIn(conditions: readonly Condition[], caught: Box, space: Space): Contradiction {
  const [[axis] = [undefined]] = [...caught].filter(([, cells]) => cells.length === 0);
  if (axis === undefined) throw new Error('The conditions allow somebody.');
  const looking = conditions.filter((condition) => space.axesOf(condition).includes(axis));
  const needed = withoutNeedless(looking, (rest) => space.boxesOf(rest).perhaps.get(axis)?.length === 0);
  return { at: axis.kind, conditions: [...new Set(needed.map(({ index }) => index))] };
}

/**
 * Rules that catch all whom another could catch, as few as possible.
 * @param caught whom the other may catch: someone
 * @param rules whom each rule surely catches
 * @param until the place of the other among them; only those before it count
 * @returns undefined where someone may be left, or finding out takes too long
 */
export function shadowOver(caught: Box, rules: Cover, until: number, budget: Budget): readonly number[] | undefined {
  const one = rules.enclosing(caught, until);
  if (one !== undefined) return [one];
  const catching = new Set<number>();
  const left = uncovered(
    caught,
    (point) => {
      const index = rules.first(point, 0, until);
      if (index === undefined) return undefined;
      catching.add(index);
      return rules.boxes[index];
    },
    budget,
  );
  if (left !== undefined) return undefined;
  const isShadow = (some: readonly number[]) =>
    uncovered(caught, (point) => boxWith(some, rules, point), budget) === undefined;
  return withoutNeedless(
    [...catching].sort((a, b) => a - b),
    isShadow,
  );
}

function boxWith(some: readonly number[], rules: Cover, point: Parameters<typeof contains>[1]): Box | undefined {
  return some.map((index) => rules.boxes[index]).find((box) => box !== undefined && contains(box, point));
}

/** Leaves out one after the other, the last first, as long as the rest is enough. */
function withoutNeedless<T>(items: readonly T[], isEnough: (rest: readonly T[]) => boolean): readonly T[] {
  return items.reduceRight<readonly T[]>((kept, item) => {
    const rest = kept.filter((each) => each !== item);
    return isEnough(rest) ? rest : kept;
  }, items);
}
