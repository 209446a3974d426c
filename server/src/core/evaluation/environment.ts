/** What SDKs know of an environment, made of what files and the service say. */
import { Builder, obstacleOf } from './building.js';
import type { Environment } from './evaluate.js';
import { Field } from './values/reading.js';
import type { Obstacle, Segment, Toggle } from './toggles.js';
import type { ReturnType } from './values/values.js';

/** `targeting`: plain data of a file. */
export interface ToggleSource {
  readonly key: string;
  readonly returnType: ReturnType | undefined;
  readonly targeting: unknown;
}

/** Undefined in place of a map: nobody knows. */
export interface Sources {
  readonly toggles: ReadonlyMap<string, ToggleSource> | undefined;
  /** What a toggle is that is not among them; missing where nothing is said. */
  readonly otherToggles?: 'unknown' | undefined;
  /** Plain data: an object with `rules`. */
  readonly segments: ReadonlyMap<string, unknown> | undefined;
  /** What a segment is that is not among them; missing where nothing is said. */
  readonly otherSegments?: 'unknown' | undefined;
}

/** A toggle with all that it is evaluated with. */
export interface Arrival {
  readonly toggle: Toggle;
  readonly environment: Environment;
  /** Why SDKs do not receive it; what can be read of it is in the toggle anyway. */
  readonly obstacle: Obstacle | undefined;
  /** The same, where the toggle itself is the reason and not one that it requires. */
  readonly ownObstacle: Obstacle | undefined;
}

/** Of a file that the service knows: what SDKs receive, or why they do not. */
interface Built<T> {
  readonly made: T;
  readonly obstacle: Obstacle | undefined;
}

/** The obstacle is the first that freezes the environment, or that of the toggle itself. */
export function arrivalOf(source: ToggleSource, sources: Sources): Arrival {
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

/** One toggle, where all segments exist that it names: what SDKs receive, or why they do not. */
export function builtToggle(source: ToggleSource): Built<Toggle> {
  return built(undefined, (builder) => toggleOf(builder, source));
}

/** @param segment plain data: an object with `rules` */
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
