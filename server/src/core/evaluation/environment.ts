/** Builds an environment as SDKs see it, from files and from data of the service. */
import { Builder, obstacleOf } from './building.js';
import type { Environment } from './evaluate.js';
import { Field } from './values/reading.js';
import type { Obstacle, Segment, Toggle } from './toggles.js';
import type { ReturnType } from './values/values.js';

/** A toggle before it is built. `targeting`: the file's JSON as plain data. */
export interface ToggleSource {
  readonly key: string;
  readonly returnType: ReturnType | undefined;
  readonly targeting: unknown;
}

/** The toggles and segments of an environment. If a map is undefined, its toggles or segments are unknown. */
export interface Sources {
  readonly toggles: ReadonlyMap<string, ToggleSource> | undefined;
  /** The status of toggles that are not in `toggles`; by default, they are missing. */
  readonly otherToggles?: 'unknown' | undefined;
  /** Segments by key, as plain objects with `rules`. */
  readonly segments: ReadonlyMap<string, unknown> | undefined;
  readonly otherSegments?: 'unknown' | undefined;
}

/** A toggle and everything needed to evaluate it. */
export interface ReceivedToggle {
  readonly toggle: Toggle;
  readonly environment: Environment;
  /** The reason why SDKs do not receive the toggle, if any. `toggle` contains the readable parts anyway. */
  readonly obstacle: Obstacle | undefined;
  /** The obstacle in the toggle itself, if any. */
  readonly ownObstacle: Obstacle | undefined;
}

interface Built<T> {
  readonly made: T;
  readonly obstacle: Obstacle | undefined;
}

/** The resulting `obstacle` is the first obstacle that freezes the environment, or else the toggle's own obstacle. */
export function receivedToggle(source: ToggleSource, sources: Sources): ReceivedToggle {
  const known = sources.otherSegments === undefined ? sources.segments : undefined;
  const keys = known && new Set(known.keys());
  const toggle = built(keys, (builder) => toggleOf(builder, source));
  const toggles = new Map(
    Array.from(sources.toggles ?? [], ([key, each]) => [key, built(keys, (builder) => toggleOf(builder, each))]),
  );
  const segments = new Map(
    Array.from(sources.segments ?? [], ([key, segment]) => [
      key,
      built(keys, (builder) => builder.segment(new Field(segment))),
    ]),
  );
  const obstacles = [toggle, ...toggles.values(), ...segments.values()].map(({ obstacle }) => obstacle);
  toggles.set(source.key, toggle);
  return {
    toggle: toggle.made,
    environment: {
      toggle: (key) => found(toggles.get(key), sources.otherToggles === undefined ? sources.toggles : undefined),
      segment: (key) => found(segments.get(key), keys),
    },
    obstacle: obstacles.find((obstacle) => obstacle?.status === 'freezes') ?? toggle.obstacle,
    ownObstacle: toggle.obstacle,
  };
}

/** Builds one toggle, assuming that all segments exist. */
export function builtToggle(source: ToggleSource): Built<Toggle> {
  return built(undefined, (builder) => toggleOf(builder, source));
}

export function builtSegment(segment: unknown): Built<Segment> {
  return built(undefined, (builder) => builder.segment(new Field(segment)));
}

function toggleOf(builder: Builder, { key, returnType, targeting }: ToggleSource): Toggle {
  return builder.toggle(key, returnType, new Field(targeting));
}

function built<T>(segments: ReadonlySet<string> | undefined, build: (builder: Builder) => T): Built<T> {
  const builder = new Builder(segments);
  const made = build(builder);
  return { made, obstacle: obstacleOf(builder) };
}

function found<T>(each: Built<T> | undefined, all: unknown): T | 'missing' | 'unknown' {
  if (each === undefined) return all === undefined ? 'unknown' : 'missing';
  return each.obstacle === undefined ? each.made : 'missing';
}
