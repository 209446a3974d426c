/** Finds the ways to reach an entry of a toggle. A way lists requirements, including those of required toggles. */
import { getOrCreate } from '../../json/madeOnce.js';
import type { Environment } from '../../evaluation/evaluate.js';
import { official } from '../../evaluation/sdks/sdks.js';
import type { Prerequisite, Toggle } from '../../evaluation/toggles.js';
import { equalFor } from '../../evaluation/values/values.js';
import type { Box, Point } from '../space/boxes.js';
import { both } from '../space/boxes.js';
import type { DecisionList } from '../space/decisionList.js';
import { listInForce } from '../space/decisionList.js';
import type { Outcome, Range } from './outcomes.js';
import type { Space } from '../space/space.js';

export interface Way {
  readonly box: Box;
  /** Returns the box of an earlier entry that may decide for the point; undefined if no such entry exists. */
  readonly elsewhere: (point: Point) => Box | undefined;
  /** Each item requires the user's bucket for the toggle to be in one of the ranges. */
  readonly buckets: readonly Buckets[];
}

export interface Buckets {
  readonly toggle: string;
  readonly ranges: readonly Pick<Range, 'start' | 'end'>[];
}

/** Maximum depth of required toggles that are searched. */
const MAX_WAY_DEPTH = 4;

export class Ways {
  readonly #lists = new Map<string, DecisionList>();

  constructor(
    private readonly space: Space,
    private readonly environment: Environment,
  ) {}

  /** @param isWanted whether the given outcome of the entry is acceptable */
  *to(list: DecisionList, at: number, isWanted: (outcome: Outcome) => boolean, depth = MAX_WAY_DEPTH): Generator<Way> {
    const entry = list.entries[at];
    if (entry === undefined) return;
    const ranges = list.outcomes.of(entry.serve).filter(({ outcome }) => isWanted(outcome));
    if (ranges.length === 0) return;
    const way: Way = {
      box: entry.surely,
      elsewhere: (point) => {
        const index = list.perhaps.first(point, 0, at);
        return index === undefined ? undefined : list.entries[index]?.perhaps;
      },
      buckets: typeof entry.serve === 'number' ? [] : [{ toggle: list.toggle.key, ranges }],
    };
    const { by, index = 0 } = entry;
    const needed =
      by === 'disabled' ? [] : list.toggle.prerequisites.slice(0, by === 'prerequisite' ? index + 1 : undefined);
    const unmet = by === 'prerequisite' ? index : undefined;
    yield* this.#through(needed, unmet, way, depth);
  }

  /** @param unmet index of the prerequisite that the user must not meet */
  *#through(needed: readonly Prerequisite[], unmet: number | undefined, way: Way, depth: number): Generator<Way> {
    const last = needed.at(-1);
    if (last === undefined) {
      yield way;
      return;
    }
    const required = this.environment.toggle(last.key ?? '');
    const isMet = unmet !== needed.length - 1;
    if (required === 'missing' && !isMet) yield* this.#through(needed.slice(0, -1), unmet, way, depth);
    if (typeof required === 'string' || depth === 0) return;
    const list = this.#listOf(required);
    const isWanted = (outcome: Outcome) => outcome.kind !== 'unknown' && meets(outcome, last) === isMet;
    for (const index of list.entries.keys()) {
      for (const each of this.to(list, index, isWanted, depth - 1))
        yield* this.#through(needed.slice(0, -1), unmet, joined(way, each), depth);
    }
  }

  #listOf(toggle: Toggle): DecisionList {
    return getOrCreate(this.#lists, toggle.key, () => listInForce(toggle, this.environment, this.space));
  }
}

export function meets(outcome: Outcome, { value }: Prerequisite): boolean {
  return outcome.kind === 'variation' && (equalFor(outcome.value, value) & official) !== 0;
}

export function joined(a: Way, b: Way): Way {
  return {
    box: both(a.box, b.box),
    elsewhere: (point) => a.elsewhere(point) ?? b.elsewhere(point),
    buckets: [...a.buckets, ...b.buckets],
  };
}
