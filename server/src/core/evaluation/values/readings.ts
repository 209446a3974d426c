/** Determines how each evaluator reads an object of a condition. */
import { instantOfObject } from './instants.js';
import { readNumber } from './numbers.js';
import type { Unreadable } from './ordered.js';
import { unreadableNumber, unreadableVersion } from './ordered.js';
import { parseRegex } from '../texts/regexParser.js';
import type { Evaluators } from '../sdks/sdks.js';
import { unreadableRegex } from '../texts/texts.js';
import { compareVersions, readVersion } from './versions.js';

/**
 * `read`: `as` is the number or the Unix seconds. `below`, `same`, `above`: the position of a version relative to `as`,
 * which is the version without pre-release and build. Other kinds: the effect of an unreadable object.
 */
export type Reading =
  | { readonly kind: 'read' | 'below' | 'same' | 'above'; readonly as: string }
  | { readonly kind: Unreadable };

/** Evaluators with the same reading of an object. */
export interface ReadBy {
  readonly reading: Reading;
  readonly by: Evaluators;
}

/** The position of an object in its condition. */
export interface ObjectPosition {
  /** Whether the condition holds if no object matches. */
  readonly isNegative: boolean;
  readonly isLast: boolean;
}

export function readingsOf(type: string, object: string, standing: ObjectPosition): readonly ReadBy[] {
  switch (type) {
    case 'number':
      return grouped(numberReadings(object), unreadableNumber, standing);
    case 'datetime':
      return grouped(instantOfObject(Number(object)).all.map(numberReading), unreadableNumber, standing);
    case 'semver':
      return grouped(versionReadings(object), unreadableVersion, standing);
    default:
      return [];
  }
}

/** @returns readings of SDKs that cannot compile an expression; undefined if all SDKs can, or if no SDK can */
export function refusalsOf(expression: string, standing: ObjectPosition): readonly ReadBy[] | undefined {
  const regex = parseRegex(expression);
  if (regex === 'invalid' || !('refusedBy' in regex)) return undefined;
  const nobody = unreadableRegex.map(() => undefined);
  return grouped(nobody, unreadableRegex, standing)
    .map(({ reading, by }) => ({ reading, by: by & regex.refusedBy }))
    .filter(({ by }) => by !== 0);
}

/** Go's rounding to 32 bits matters only for a few attribute values (evaluation.md row 9), so it is ignored here. */
function numberReadings(object: string): readonly (Reading | undefined)[] {
  const values = readNumber(object).all;
  const [exact] = values;
  return values.map((value) => numberReading(exact !== undefined && value === Math.fround(exact) ? exact : value));
}

/** No comparison with NaN holds, so NaN counts as an ignored object. */
function numberReading(value: number | undefined): Reading | undefined {
  if (value === undefined) return undefined;
  return Number.isNaN(value) ? { kind: 'ignored' } : { kind: 'read', as: String(value) };
}

export function coreOf(version: string): string {
  return /^[^-+]*/.exec(version)?.[0] ?? version;
}

function versionReadings(object: string): readonly (Reading | undefined)[] {
  const as = coreOf(object);
  const cores = readVersion(as).all;
  return readVersion(object).all.map((version, place) => {
    const core = cores[place];
    if (version === undefined || core === undefined) return undefined;
    const order = compareVersions(place, version, core);
    return { kind: order < 0 ? 'below' : order > 0 ? 'above' : 'same', as };
  });
}

/** Groups evaluators by their reading; the group with the official reading comes first. */
function grouped(
  readings: readonly (Reading | undefined)[],
  unreadable: readonly Unreadable[],
  standing: ObjectPosition,
): readonly ReadBy[] {
  const groups = new Map<string, ReadBy>();
  for (const [place, read] of readings.entries()) {
    const reading = read ?? { kind: effectOf(unreadable[place] ?? 'ignored', standing) };
    const name = JSON.stringify(reading);
    groups.set(name, { reading, by: (groups.get(name)?.by ?? 0) | (1 << place) });
  }
  return [...groups.values()];
}

/** An unreadable last object hides no other object. In a positive condition, `false` has the same effect as `ends`. */
function effectOf(unreadable: Unreadable, { isNegative, isLast }: ObjectPosition): Unreadable {
  if (unreadable === 'ignored' || (unreadable === 'false' && isNegative)) return unreadable;
  return isLast ? 'ignored' : 'ends';
}
