/** Proves that nobody reaches a rule: its conditions exclude each other, or rules above it match all its users. */
import type { Budget } from '../../budget.js';
import type { Condition } from '../../evaluation/toggles.js';
import type { Kind } from '../space/axis.js';
import type { Box } from '../space/boxes.js';
import { contains } from '../space/boxes.js';
import type { Cover } from './cover.js';
import { uncovered } from '../space/search.js';
import type { Space } from '../space/space.js';

export interface Contradiction {
  readonly at: Kind;
  /** Indexes in the file of a minimal set of contradictory conditions: if one is removed, the others can be met. */
  readonly conditions: readonly number[];
}

/** @param caught the box of users who fulfill all conditions; must be empty */
export function contradictionIn(conditions: readonly Condition[], caught: Box, space: Space): Contradiction {
  const [[axis] = [undefined]] = [...caught].filter(([, cells]) => cells.length === 0);
  if (axis === undefined) throw new Error('The conditions allow somebody.');
  const looking = conditions.filter((condition) => space.axesOf(condition).includes(axis));
  const needed = withoutNeedless(looking, (rest) => space.boxesOf(rest).perhaps.get(axis)?.length === 0);
  return { at: axis.kind, conditions: [...new Set(needed.map(({ index }) => index))] };
}

/**
 * @param caught box of the users whom the rule at index `until` may match; must not be empty.
 * @param rules boxes of the users whom each rule definitely matches.
 * @returns a minimal set of earlier rules that together match all these users; undefined if unproved or out of budget
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

function withoutNeedless<T>(items: readonly T[], isEnough: (rest: readonly T[]) => boolean): readonly T[] {
  return items.reduceRight<readonly T[]>((kept, item) => {
    const rest = kept.filter((each) => each !== item);
    return isEnough(rest) ? rest : kept;
  }, items);
}
