/** Toggles and segments as SDKs receive them. `building.ts` makes them of what a file says. */
import type { User } from './user.js';
import type { ReturnType, Value } from './values/values.js';
import type { Verdict } from './verdict.js';

export interface Toggle {
  readonly key: string;
  /** Undefined if unknown: values are texts then. */
  readonly returnType: ReturnType | undefined;
  readonly isEnabled: boolean;
  /** Its file does not say `disabled`, so it is taken for enabled, and the service may have it disabled. */
  readonly mayBeDisabled?: true;
  readonly variations: readonly Value[];
  readonly prerequisites: readonly Prerequisite[];
  readonly rules: readonly Rule[];
  /** Nobody knows which rules stand behind these. */
  readonly hasUnknownRules: boolean;
  readonly disabledServe: Serve;
  readonly defaultServe: Serve;
}

export interface Prerequisite {
  /** Undefined where it cannot be read. */
  readonly key: string | undefined;
  readonly value: Value;
}

export interface Rule {
  readonly conditions: readonly Condition[];
  readonly serve: Serve;
}

/** As SDKs receive it: a `between` is two of them, and instants are Unix seconds. */
export interface PlainCondition {
  readonly type: string;
  readonly subject: string;
  readonly predicate: string;
  readonly objects: readonly string[];
}

/** Ready to be asked about many users. */
export interface Condition extends PlainCondition {
  /** Where it stands in the list of the file. */
  readonly index: number;
  readonly of: (user: User, segments: Segments) => Verdict;
  /** As a condition of a segment, where absent attributes and other segments mean something else (evaluation.md 4.7). */
  readonly ofSegment: (user: User) => Verdict;
}

/** A group of users: the conditions of its rules. */
export type Segment = readonly (readonly Condition[])[];

/** By its key. One that is `missing` does not reach the SDKs; of one that is `unknown`, nobody knows. */
export type Segments = (key: string) => Segment | 'missing' | 'unknown';

/** `unknown`: it cannot be read, or is not there yet. */
export type Serve = number | Split | 'unknown';

/** For each variation, the buckets from a start to before an end. */
export type Split = readonly (readonly [number, number])[];

/** Where in the content something is. */
export type Path = readonly (string | number)[];

/** Why a toggle does not reach SDKs. `vanishes`: it alone. `freezes`: nothing of its environment changes any more (evaluation.md 1.3 and 1.4). */
export interface Obstacle {
  readonly status: 'vanishes' | 'freezes';
  readonly path: Path;
}
