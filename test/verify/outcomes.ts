/** Counts the results of users in all of their buckets. */
import type { Decider } from './evaluate.js';
import { decide, indexIn } from './evaluate.js';
import type { Environment, Toggle, User } from './model.js';

const buckets = 10_000;
/** More combinations are sampled evenly. */
const MOST_COMBINATIONS = 500;

/** A toggle in an environment with all toggles that it requires. */
export interface Side {
  readonly key: string;
  readonly toggle: Toggle;
  readonly environment: Environment;
}

export function involvedIn({ key, toggle, environment }: Side): ReadonlyMap<string, Toggle> {
  const found = new Map([[key, toggle]]);
  for (const { content } of found.values())
    for (const each of content.prerequisites ?? []) {
      const required = environment.get(each.key);
      if (required !== undefined && !found.has(each.key)) found.set(each.key, required);
    }
  return found;
}

export interface Combination {
  /** By key of the toggle; toggles without a split are missing. */
  readonly buckets: ReadonlyMap<string, number>;
  /** In ten-thousandths of all. */
  readonly share: number;
}

export interface Combinations {
  readonly all: readonly Combination[];
  readonly areAll: boolean;
}

/** For each involved toggle, the first of the buckets that no split distinguishes. */
export function combinationsOf(sides: readonly Side[]): Combinations {
  const cuts = new Map<string, Set<number>>();
  for (const side of sides)
    for (const [key, { content }] of involvedIn(side))
      for (const serve of [content.defaultServe, content.disabledServe, ...content.rules.map((rule) => rule.serve)]) {
        let end = 0;
        for (const share of serve.split ?? [])
          if ((end += share) > 0 && end < buckets) cuts.set(key, (cuts.get(key) ?? new Set([0])).add(end));
      }
  const axes = Array.from(cuts, ([key, all]) => ({ key, starts: [...all].sort((a, b) => a - b) }));
  const count = axes.reduce((product, { starts }) => product * starts.length, 1);
  const tried = Math.min(count, MOST_COMBINATIONS);
  const all = Array.from({ length: tried }, (_, index) => {
    let rest = tried === count ? index : Math.floor((index / tried) * count);
    let share = buckets;
    const own = axes.map(({ key, starts }) => {
      const at = rest % starts.length;
      rest = Math.floor(rest / starts.length);
      const start = starts[at] ?? 0;
      share *= ((starts[at + 1] ?? buckets) - start) / buckets;
      return [key, start] as const;
    });
    return { buckets: new Map(own), share };
  });
  return { all, areAll: tried === count };
}

export interface Outcome {
  readonly decider: Decider;
  /** The served variation, or undefined for the default in code. */
  readonly index: number | undefined;
  readonly value: string | undefined;
}

export function outcomeIn(side: Side, user: User, bucketOf: (key: string) => number): Outcome {
  const { decider, serve } = decide(side.toggle, user, side.environment, bucketOf);
  const { variations } = side.toggle.content;
  const index = indexIn(serve, bucketOf(side.key));
  const value = variations[index ?? -1]?.value;
  return { decider, index: value === undefined ? undefined : index, value };
}

export function outcomeOf(side: Side, user: User, combination: Combination): Outcome {
  return outcomeIn(side, user, (key) => combination.buckets.get(key) ?? 0);
}
