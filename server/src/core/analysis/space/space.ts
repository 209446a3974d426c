/** The space of all users: the axes that the given conditions need, and the boxes of conditions. */
import { Budget } from '../../budget.js';
import { getOrCreate } from '../../json/madeOnce.js';
import { User } from '../../evaluation/user.js';
import type { Condition, Prerequisite } from '../../evaluation/toggles.js';
import { attributeAxis } from './attributeAxis.js';
import type { Cell } from './axis.js';
import { Axis, askAbout, unrealCell } from './axis.js';
import type { Box } from './boxes.js';
import { everybody } from './boxes.js';
import { intersection } from './cells.js';
import { subsetsOf } from './textAtoms.js';

/** The users for whom all conditions definitely hold, and the users for whom they possibly or definitely hold. */
export interface Boxes {
  readonly surely: Box;
  readonly perhaps: Box;
}

export class Space {
  /** Conditions by subject. The axes of attributes and prerequisites are created on demand. */
  readonly #looking = new Map<string, Condition[]>();
  readonly #attributes = new Map<string, Axis>();
  readonly #segments: ReadonlyMap<string, Axis>;
  readonly #prerequisites = new Map<string, Axis>();
  /** Axis of the conditions that hold either for everyone or for nobody. */
  readonly #constant = new Axis({ of: 'segments' }, [cellOf(new Set())], 1);

  constructor(
    conditions: readonly Condition[],
    readonly budget = new Budget(),
  ) {
    for (const condition of conditions) {
      if (condition.type === 'segment') continue;
      getOrCreate(this.#looking, condition.subject, () => []).push(condition);
    }
    this.#segments = segmentAxes(conditions.filter(({ type }) => type === 'segment'));
  }

  get hasSegments(): boolean {
    return this.#segments.size > 0;
  }

  get axes(): readonly Axis[] {
    const attributes = Array.from(this.#looking.keys(), (subject) => this.#attribute(subject));
    return [...attributes, ...new Set(this.#segments.values()), ...this.#prerequisites.values()];
  }

  boxesOf(conditions: readonly Condition[]): Boxes {
    const [surely, perhaps] = [new Map<Axis, readonly number[]>(), new Map<Axis, readonly number[]>()];
    for (const condition of conditions) {
      for (const axis of this.axesOf(condition)) {
        const sets = axis.setsOf(condition);
        narrow(surely, axis, sets.surely);
        narrow(perhaps, axis, sets.perhaps);
      }
    }
    return { surely, perhaps };
  }

  get asked(): number {
    const axes = [...this.#attributes.values(), this.#constant, ...new Set(this.#segments.values())];
    return axes.reduce((sum, axis) => sum + axis.asked, 0);
  }

  axesOf(condition: Condition): readonly Axis[] {
    const { type, subject, predicate, objects } = condition;
    if (type !== 'segment') return [this.#attribute(subject)];
    const isKnown = predicate === 'is in' || predicate === 'is not in';
    if (!isKnown || objects.length === 0) return [this.#constant];
    return [...new Set(objects.flatMap((key) => this.#segments.get(key) ?? []))];
  }

  /** The boxes of a rule that may match anyone, because nothing is known about it. */
  get unknown(): Boxes {
    return { surely: new Map([[this.#constant, []]]), perhaps: everybody };
  }

  /** Users who do not meet a prerequisite. @param version distinguishes required toggles with the same key */
  unmet({ key = '', value }: Prerequisite, version: string): Box {
    const name = JSON.stringify([key, value.type, value.text, version]);
    const axis = getOrCreate(this.#prerequisites, name, () => new Axis({ of: 'prerequisite', key }, [met, unmet], 1));
    return new Map([[axis, [1, 2]]]);
  }

  #attribute(subject: string): Axis {
    return getOrCreate(this.#attributes, subject, () => attributeAxis(subject, this.#looking.get(subject) ?? []));
  }

  /** The box of users who can be constructed at the given time. */
  realAt(now: number): Box {
    return new Map(
      this.axes.flatMap((axis) => {
        const cells = axis.realAt(now);
        return axis.isAll(cells) ? [] : [[axis, cells] as const];
      }),
    );
  }
}

function narrow(box: Map<Axis, readonly number[]>, axis: Axis, cells: readonly number[]): void {
  const others = box.get(axis);
  if (others !== undefined) box.set(axis, intersection(others, cells));
  else if (!axis.isAll(cells)) box.set(axis, cells);
}

const met: Cell = { truthOf: () => 'maybe', holds: undefined, isReal: true, isNamed: true };
const unmet: Cell = { ...met };

/** Maximum number of segments to combine. If there are more, only users in no segment have a cell of their own. */
const MAX_COMBINED_SEGMENTS = 6;

/**
 * The axis of each segment. Membership is not derived from definitions: users may be in any combination of segments.
 * An `is in` condition joins all of its segments on one axis; any other segment has an axis of its own.
 */
function segmentAxes(conditions: readonly Condition[]): ReadonlyMap<string, Axis> {
  const groups = new Map<string, Set<string>>();
  for (const { predicate, objects } of conditions) {
    const tied = predicate === 'is in' ? [objects] : objects.map((object) => [object]);
    for (const each of tied) tie(each, groups);
  }
  const axes = new Map<Set<string>, Axis>();
  return new Map(
    Array.from(groups, ([key, group]) => [key, getOrCreate(axes, group, () => axisOf([...group]))] as const),
  );
}

function tie(keys: readonly string[], groups: Map<string, Set<string>>): void {
  const joined = new Set(keys.flatMap((key) => [...(groups.get(key) ?? [key])]));
  for (const key of joined) groups.set(key, joined);
}

function axisOf(keys: readonly string[]): Axis {
  const chosen = keys.length > MAX_COMBINED_SEGMENTS ? [[]] : subsetsOf(keys);
  const cells = chosen.map((each) => cellOf(new Set(each)));
  const others = keys.length > MAX_COMBINED_SEGMENTS ? [unrealCell(() => 'maybe')] : [];
  return new Axis({ of: 'segments' }, [...cells, ...others], 1);
}

function cellOf(segments: ReadonlySet<string>): Cell {
  return {
    truthOf: askAbout(new User(undefined, new Map(), 0, segments)),
    holds: segments,
    isReal: true,
    isNamed: true,
  };
}
