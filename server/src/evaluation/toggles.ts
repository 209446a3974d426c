/** Toggles and segments as SDKs receive them. `building.ts` makes them of what a file says. */
import type { Condition } from './conditions.js';
import type { ReturnType, Value } from './values.js';

export interface Toggle {
  readonly key: string;
  /** Undefined where nobody knows: values are texts then. */
  readonly returnType: ReturnType | undefined;
  readonly isEnabled: boolean;
  readonly variations: readonly Value[];
  readonly prerequisites: readonly Prerequisite[];
  readonly rules: readonly Rule[];
  readonly disabledServe: Serve;
  readonly defaultServe: Serve;
}

export interface Prerequisite {
  readonly key: string;
  readonly value: Value;
}

export interface Rule {
  readonly conditions: readonly Condition[];
  readonly serve: Serve;
}

/** An index, or for each variation the buckets from a start to before an end. */
export type Serve = number | readonly (readonly [number, number])[];

/** Where in the content something is. */
export type Path = readonly (string | number)[];

/** Why a toggle does not reach SDKs. `vanishes`: it alone. `freezes`: nothing of its environment changes any more (evaluation.md 1.3 and 1.4). */
export interface Obstacle {
  readonly status: 'vanishes' | 'freezes';
  readonly path: Path;
}
