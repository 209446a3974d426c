/** What users get of a toggle in all of their buckets, counted. */
import type { Decider } from './evaluate.js';
import { decide, valueIn } from './evaluate.js';
import type { Environment, Serve, Toggle, User } from './model.js';

const buckets = 10_000;

/** Buckets of one toggle that no split tells apart: the first of them, and how many they are. */
interface Range {
  readonly bucket: number;
  readonly count: number;
}

/** A toggle in two environments, with all that it requires there. */
export interface Side {
  readonly toggle: Toggle;
  readonly environment: Environment;
}

/** Users are compared in every combination of these buckets: of the toggle itself, and of the one that it requires. */
export function combinationsOf(sides: readonly Side[]): readonly Combination[] {
  const own = rangesOf(sides.map(({ toggle }) => toggle));
  const requiredKeys = new Set(
    sides.flatMap(({ toggle }) => toggle.content.prerequisites?.map(({ key }) => key) ?? []),
  );
  const required = sides.flatMap(({ environment }) => [...requiredKeys].flatMap((key) => environment.get(key) ?? []));
  return own.flatMap(({ bucket, count }) =>
    rangesOf(required).map((other) => ({ bucket, required: other.bucket, share: (count * other.count) / buckets })),
  );
}

export interface Combination {
  readonly bucket: number;
  readonly required: number;
  /** In ten-thousandths of all. */
  readonly share: number;
}

function rangesOf(toggles: readonly Toggle[]): readonly Range[] {
  const cuts = new Set([0]);
  for (const { content } of toggles)
    for (const { split = [] } of [
      content.defaultServe,
      content.disabledServe,
      ...content.rules.map(({ serve }) => serve),
    ]) {
      let end = 0;
      for (const share of split) cuts.add((end += share));
    }
  const starts = [...cuts].filter((cut) => cut < buckets).sort((a, b) => a - b);
  return starts.map((bucket, index) => ({ bucket, count: (starts[index + 1] ?? buckets) - bucket }));
}

export interface Outcome {
  readonly decider: Decider;
  readonly serve: Serve;
  readonly value: string | undefined;
}

export function outcomeOf({ toggle, environment }: Side, user: User, { bucket, required }: Combination): Outcome {
  const { decider, serve } = decide(toggle, user, environment, () => required);
  return { decider, serve, value: valueIn(toggle, serve, bucket) };
}
