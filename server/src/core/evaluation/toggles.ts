/** Toggles and segments as SDKs receive them. `building.ts` builds them from a file. */
import type { User } from './user.js';
import type { ReturnType, Value } from './values/values.js';
import type { Verdict } from './verdict.js';

export interface Toggle {
  readonly key: string;
  /** The type of the variations' values; if it is undefined (unknown), values are read as strings. */
  readonly returnType: ReturnType | undefined;
  readonly isEnabled: boolean;
  /** Set if the file omits `disabled`: the toggle counts as enabled, but the service may have disabled it. */
  readonly mayBeDisabled?: true;
  readonly variations: readonly Value[];
  readonly prerequisites: readonly Prerequisite[];
  readonly rules: readonly Rule[];
  /** Whether the service may have rules that are not in `rules`. */
  readonly hasUnknownRules: boolean;
  readonly disabledServe: Serve;
  readonly defaultServe: Serve;
}

export interface Prerequisite {
  /** The key of the required toggle; undefined if unreadable. */
  readonly key: string | undefined;
  readonly value: Value;
}

export interface Rule {
  readonly conditions: readonly Condition[];
  readonly serve: Serve;
}

/** A condition as SDKs receive it: a `between` becomes two conditions, and datetimes become Unix seconds. */
export interface PlainCondition {
  readonly type: string;
  readonly subject: string;
  readonly predicate: string;
  readonly objects: readonly string[];
}

export interface Condition extends PlainCondition {
  /** The index of the condition in its rule in the file. */
  readonly index: number;
  readonly of: (user: User, segments: Segments) => Verdict;
  /** Evaluates the condition inside a segment, where absent attributes count differently (evaluation.md 4.7). */
  readonly ofSegment: (user: User) => Verdict;
}

/** The conditions of each rule of a segment, which is a group of users. */
export type Segment = readonly (readonly Condition[])[];

/** @returns `missing` if SDKs do not receive the segment */
export type Segments = (key: string) => Segment | 'missing' | 'unknown';

/** The index of a variation, or a split. `unknown`: the serve is unreadable or missing. */
export type Serve = number | Split | 'unknown';

/** A half-open range of buckets for each variation. */
export type Split = readonly (readonly [number, number])[];

export type Path = readonly (string | number)[];

/**
 * `vanishes`: SDKs do not receive this toggle. `freezes`: the environment gets no updates (evaluation.md 1.3, 1.4).
 */
export interface Obstacle {
  readonly status: 'vanishes' | 'freezes';
  readonly path: Path;
}
