/** Conditions and objects that can be removed without a change for anybody. */
import { conditionOf } from '../evaluation/conditions.js';
import type { Condition } from '../evaluation/toggles.js';
import type { Axis, Sets } from './axis.js';
import { isBoxWithin } from './boxes.js';
import { areSame } from './cells.js';
import type { Space } from './space.js';

export interface RedundantObject {
  readonly condition: number;
  /** `rightObjects` is the second bound of a `between`. */
  readonly list: 'objects' | 'rightObjects';
  readonly object: number;
}

/** Longer lists are not looked at. */
const most = 64;

/** By their places in the list of the file. All of them can be removed together: whoever fulfils the others fulfils them. */
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

/** Of conditions that look at different things, only one that always holds is redundant. */
function mayBeRedundant(conditions: readonly Condition[], space: Space): boolean {
  const axes = conditions.map((condition) => space.axesOf(condition));
  const isAlways = (condition: Condition, at: number) =>
    axes[at]?.every((axis) => axis.isAll(axis.setsOf(condition).surely)) === true;
  return new Set(axes.flat()).size < axes.flat().length || conditions.some(isAlways);
}

/** All of them can be removed together: their conditions hold for the same users without them. */
export function redundantObjects(conditions: readonly Condition[], space: Space): readonly RedundantObject[] {
  return conditions.flatMap((condition, place) => {
    const list = conditions[place - 1]?.index === condition.index ? 'rightObjects' : 'objects';
    return redundantIn(condition, space).map((object) => ({ condition: condition.index, list, object }));
  });
}

function redundantIn(condition: Condition, space: Space): readonly number[] {
  const { type, subject, predicate, objects } = condition;
  if (objects.length < 2 || objects.length > most) return [];
  const axes = space.axesOf(condition);
  const sets = axes.map((axis) => axis.setsOf(condition));
  if (!sets.every(isCertain)) return [];
  let kept = objects.map((object, index) => ({ object, index }));
  for (const each of [...kept].reverse()) {
    const rest = kept.filter((other) => other !== each);
    const without = conditionOf(condition.index, {
      type,
      subject,
      predicate,
      objects: rest.map(({ object }) => object),
    });
    if (rest.length > 0 && axes.every((axis, index) => isSame(axis, without, sets[index]))) kept = rest;
  }
  return objects.flatMap((_, index) => (kept.some((each) => each.index === index) ? [] : [index]));
}

function isCertain({ surely, perhaps }: Sets): boolean {
  return areSame(surely, perhaps);
}

function isSame(axis: Axis, condition: Condition, sets: Sets | undefined): boolean {
  const others = axis.setsOf(condition);
  return sets !== undefined && isCertain(others) && areSame(others.surely, sets.surely);
}
