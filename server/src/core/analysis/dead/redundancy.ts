/** Finds conditions and objects that can be removed without changing which users match. */
import { conditionOf } from '../../evaluation/conditions.js';
import type { Condition } from '../../evaluation/toggles.js';
import type { Sets } from '../space/axis.js';
import { isBoxWithin } from '../space/boxes.js';
import { areSame } from '../space/cells.js';
import type { Space } from '../space/space.js';

export interface RedundantObject {
  readonly condition: number;
  /** `rightObjects` contains the second bound of a `between` condition. */
  readonly list: 'objects' | 'rightObjects';
  readonly object: number;
}

const MAX_OBJECTS = 64;

/** Indexes in the file of conditions that can be removed together, because the remaining conditions imply them. */
export function redundantConditions(conditions: readonly Condition[], space: Space): readonly number[] {
  if (!mayBeRedundant(conditions, space)) return [];
  const found: number[] = [];
  let kept = conditions;
  for (const index of new Set(conditions.map((each) => each.index).reverse())) {
    const rest = kept.filter((each) => each.index !== index);
    const own = kept.filter((each) => each.index === index);
    if (!isBoxWithin(space.boxesOf(rest).perhaps, space.boxesOf(own).surely)) continue;
    found.unshift(index);
    kept = rest;
  }
  return found;
}

/** A quick check: among conditions on different axes, only a condition that always holds can be redundant. */
function mayBeRedundant(conditions: readonly Condition[], space: Space): boolean {
  const axes = conditions.map((condition) => space.axesOf(condition));
  const isAlways = (condition: Condition, at: number) =>
    axes[at]?.every((axis) => axis.isAll(axis.setsOf(condition).surely)) === true;
  return new Set(axes.flat()).size < axes.flat().length || conditions.some(isAlways);
}

/** Objects that can be removed together without changing for which users the conditions hold. */
export function redundantObjects(conditions: readonly Condition[], space: Space): readonly RedundantObject[] {
  return conditions.flatMap((condition, place) => {
    const list = conditions[place - 1]?.index === condition.index ? 'rightObjects' : 'objects';
    return redundantIn(condition, space).map((object) => ({ condition: condition.index, list, object }));
  });
}

function redundantIn(condition: Condition, space: Space): readonly number[] {
  const { objects } = condition;
  if (objects.length < 2 || objects.length > MAX_OBJECTS) return [];
  const axes = space.axesOf(condition);
  if (!axes.every((axis) => isCertain(axis.setsOf(condition)))) return [];
  const isEnough = (some: readonly number[]) => {
    const other = withObjects(condition, some);
    return some.length > 0 && axes.every((axis) => axis.holdsIn(axis.setsOf(condition).surely, other, condition));
  };
  const everyone = [...objects.keys()];
  const without = (some: readonly number[], index: number) => some.filter((each) => each !== index);
  // Each object must also be redundant on its own: an SDK that stops at an unreadable object ignores later objects.
  const kept = everyone.reduceRight<readonly number[]>((some, index) => {
    const rest = without(some, index);
    return isEnough(rest) && (rest.length === objects.length - 1 || isEnough(without(everyone, index))) ? rest : some;
  }, everyone);
  return everyone.filter((index) => !kept.includes(index));
}

function withObjects({ index, type, subject, predicate, objects }: Condition, some: readonly number[]): Condition {
  return conditionOf(index, { type, subject, predicate, objects: some.map((each) => objects[each] ?? '') });
}

function isCertain({ surely, perhaps }: Sets): boolean {
  return areSame(surely, perhaps);
}
