/** What SDKs know of an environment, made of what files and the service say. */
import { built, Builder } from './building.js';
import type { Environment } from './evaluate.js';
import { Field } from './reading.js';
import type { Obstacle, Segment, Toggle } from './toggles.js';
import type { ReturnType } from './values.js';

/** `targeting`: plain data of a file. */
export interface ToggleSource {
  readonly key: string;
  readonly returnType: ReturnType | undefined;
  readonly targeting: unknown;
}

/** Undefined in place of a map: nobody knows. */
export interface Sources {
  readonly toggles: ReadonlyMap<string, ToggleSource> | undefined;
  /** Plain data: an object with `rules`. */
  readonly segments: ReadonlyMap<string, unknown> | undefined;
}

/** A toggle that SDKs receive with all that it is evaluated with, or why they do not. */
export type Arrival = { readonly toggle: Toggle; readonly environment: Environment } | Obstacle;

/** @returns of the first toggle or segment that freezes the environment, where */
export function arrivalOf(source: ToggleSource, sources: Sources): Arrival {
  const keys = sources.segments && new Set(sources.segments.keys());
  const buildToggle = ({ key, returnType, targeting }: ToggleSource) =>
    built(new Builder(keys), (builder) => builder.toggle(key, returnType, new Field(targeting, [])));
  const toggle = buildToggle(source);
  const others = new Map(Array.from(sources.toggles ?? [], ([key, each]) => [key, buildToggle(each)]));
  const segments = new Map<string, Segment | Obstacle>();
  for (const [key, segment] of sources.segments ?? [])
    segments.set(
      key,
      built(new Builder(keys), (builder) => builder.segment(new Field(segment, []))),
    );
  for (const each of [toggle, ...others.values(), ...segments.values()])
    if (isObstacle(each) && each.status === 'freezes') return each;
  if (isObstacle(toggle)) return toggle;
  others.set(source.key, toggle);
  return { toggle, environment: environmentOf(others, segments, sources) };
}

function environmentOf(
  toggles: ReadonlyMap<string, Toggle | Obstacle>,
  segments: ReadonlyMap<string, Segment | Obstacle>,
  sources: Sources,
): Environment {
  const there = new Map<string, Segment>();
  for (const [key, segment] of segments) if (!isObstacle(segment)) there.set(key, segment);
  const unknown = sources.toggles === undefined ? 'unknown' : 'missing';
  return {
    toggle: (key) => {
      const toggle = toggles.get(key);
      return toggle === undefined ? unknown : isObstacle(toggle) ? 'missing' : toggle;
    },
    segment: (key) => there.get(key) ?? (sources.segments === undefined ? 'unknown' : 'missing'),
  };
}

export function isObstacle(each: Toggle | Segment | Obstacle): each is Obstacle {
  return typeof each === 'object' && 'status' in each;
}
