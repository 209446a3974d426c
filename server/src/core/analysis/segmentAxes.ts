/**
 * Which segments users are in. Who is in one, nobody needs to know: whoever is in it may be in any other or not. A condition that holds in
 * one of several segments ties these together in one coordinate; each of the others has its own.
 */
import type { Condition } from '../evaluation/toggles.js';
import { User } from '../evaluation/user.js';
import type { Cell } from './axis.js';
import { Axis, truthOf } from './axis.js';

/** Of more segments that are tied together, nothing is known but of those who are in none. */
const MAX_COMBINED_SEGMENTS = 6;

/** By the key of each segment. */
export function segmentAxes(conditions: readonly Condition[]): ReadonlyMap<string, Axis> {
  const groups = new Map<string, Set<string>>();
  for (const { predicate, objects } of conditions) {
    const tied = predicate === 'is in' ? [objects] : objects.map((object) => [object]);
    for (const each of tied) tie(each, groups);
  }
  const axes = new Map<Set<string>, Axis>();
  return new Map(
    Array.from(groups, ([key, group]) => {
      const axis = axes.get(group) ?? axisOf([...group]);
      axes.set(group, axis);
      return [key, axis];
    }),
  );
}

function tie(keys: readonly string[], groups: Map<string, Set<string>>): void {
  const joined = new Set(keys.flatMap((key) => [...(groups.get(key) ?? [key])]));
  for (const key of joined) groups.set(key, joined);
}

function axisOf(keys: readonly string[]): Axis {
  const chosen = keys.length > MAX_COMBINED_SEGMENTS ? [[]] : subsetsOf(keys);
  const cells = chosen.map((each) => cellOf(new Set(each)));
  const others: Cell = { truthOf: () => 'maybe', holds: undefined, isReal: false, isNamed: false };
  return new Axis({ of: 'segments' }, keys.length > MAX_COMBINED_SEGMENTS ? [...cells, others] : cells, 1);
}

/** The first one is empty. */
function subsetsOf(keys: readonly string[]): readonly (readonly string[])[] {
  return keys.reduce<readonly (readonly string[])[]>(
    (chosen, key) => [...chosen, ...chosen.map((each) => [...each, key])],
    [[]],
  );
}

function cellOf(segments: ReadonlySet<string>): Cell {
  const user = new User(undefined, new Map(), 0, segments);
  return {
    truthOf: (condition) => truthOf(condition.of(user, () => 'unknown')),
    holds: segments,
    isReal: true,
    isNamed: true,
  };
}
