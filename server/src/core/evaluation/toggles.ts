/** Toggles and segments as SDKs receive them. `building.ts` builds them from a file. */
import type { User } from './user.js';
import type { ReturnType, Value } from './values/values.js';
import type { Verdict } from './verdict.js';

export interface Toggle {
  readonly key: string;
  /** Undefined if unknown; values are texts then. */
  readonly returnType: ReturnType | undefined;
  readonly isEnabled: boolean;
  /** The file omits `disabled`. The toggle counts as enabled, but the service may have disabled it. */
  readonly mayBeDisabled?: true;
  readonly variations: readonly Value[];
  readonly prerequisites: readonly Prerequisite[];
  readonly rules: readonly Rule[];
  /** Whether the service may have more rules after these. */
  readonly hasUnknownRules: boolean;
  readonly disabledServe: Serve;
  readonly defaultServe: Serve;
}

export interface Prerequisite {
  /** Undefined if unreadable. */
  readonly key: string | undefined;
  readonly value: Value;
}

export interface Rule {
  readonly conditions: readonly Condition[];
  readonly serve: Serve;
}

/** A condition as SDKs receive it: a `between` is two, and instants are Unix seconds. */
export interface PlainCondition {
  readonly type: string;
  readonly subject: string;
  readonly predicate: string;
  readonly objects: readonly string[];
}

export interface Condition extends PlainCondition {
  /** Index in the file. */
  readonly index: number;
  readonly of: (user: User, segments: Segments) => Verdict;
  /** The condition in a segment, which treats absent attributes and other segments differently (evaluation.md 4.7). */
  readonly ofSegment: (user: User) => Verdict;
}

/** A group of users: the conditions of its rules. */
export type Segment = readonly (readonly Condition[])[];

/** @returns `missing` if SDKs do not receive the segment */
export type Segments = (key: string) => Segment | 'missing' | 'unknown';

/** `unknown`: unreadable, or not written yet. */
export type Serve = number | Split | 'unknown';

/** A half-open range of buckets for each variation. */
export type Split = readonly (readonly [number, number])[];

export type Path = readonly (string | number)[];

/**
 * `vanishes`: only this toggle is missing. `freezes`: the environment gets no more updates (evaluation.md 1.3, 1.4).
 */
export interface Obstacle {
  readonly status: 'vanishes' | 'freezes';
  readonly path: Path;
}
