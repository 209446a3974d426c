/** What each evaluator makes of an object of a condition. */
import { instantOfObject } from './instants.js';
import { readNumber } from './numbers.js';
import type { Unreadable } from './ordered.js';
import { unreadableNumber, unreadableVersion } from './ordered.js';
import { parseRegex } from '../texts/regexParser.js';
import type { Evaluators } from '../sdks/sdks.js';
import { unreadableRegex } from '../texts/texts.js';
import { compareVersions, readVersion } from './versions.js';

/**
 * `read`: it is the number, or the Unix seconds, `as`. `below`, `same`, `above`: how a version compares with `as`, the same one without
 * what stands behind its numbers. The others: it cannot be read, and that is what it does.
 */
export type Reading =
  | { readonly kind: 'read' | 'below' | 'same' | 'above'; readonly as: string }
  | { readonly kind: Unreadable };

/** Those who read an object in the same way. */
export interface ReadBy {
  readonly reading: Reading;
  readonly by: Evaluators;
}

/** Of an object. */
export interface Standing {
  /** Whether the condition holds where nothing fits. */
  readonly isNegative: boolean;
  readonly isLast: boolean;
}

/** @param object as SDKs receive it */
export function readingsOf(type: string, object: string, standing: Standing): readonly ReadBy[] {
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

/** What a regular expression is to those who surely cannot compile it; undefined where all engines read it alike, or none does. */
export function refusalsOf(expression: string, standing: Standing): readonly ReadBy[] | undefined {
  const regex = parseRegex(expression);
  if (regex === 'invalid' || !('refusedBy' in regex)) return undefined;
  const nobody = unreadableRegex.map(() => undefined);
  return grouped(nobody, unreadableRegex, standing)
    .map(({ reading, by }) => ({ reading, by: by & regex.refusedBy }))
    .filter(({ by }) => by !== 0);
}

/** That Go rounds to 32 bits matters to some attributes alone (evaluation.md row 9), so a rounded number counts as the same. */
function numberReadings(object: string): readonly (Reading | undefined)[] {
  const values = readNumber(object).all;
  const [exact] = values;
  return values.map((value) => numberReading(exact !== undefined && value === Math.fround(exact) ? exact : value));
}

/** What is no number compares with nothing, as if it were not there. */
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

/** The rules first. */
function grouped(
  readings: readonly (Reading | undefined)[],
  unreadable: readonly Unreadable[],
  standing: Standing,
): readonly ReadBy[] {
  const groups = new Map<string, ReadBy>();
  for (const [place, read] of readings.entries()) {
    const reading = read ?? { kind: effectOf(unreadable[place] ?? 'ignored', standing) };
    const name = JSON.stringify(reading);
    groups.set(name, { reading, by: (groups.get(name)?.by ?? 0) | (1 << place) });
  }
  return [...groups.values()];
}

/** Where nothing stands behind it, nothing is missed; in a positive condition, both `false` and `ends` say that nothing fits from there on. */
function effectOf(unreadable: Unreadable, { isNegative, isLast }: Standing): Unreadable {
  if (unreadable === 'ignored' || (unreadable === 'false' && isNegative)) return unreadable;
  return isLast ? 'ignored' : 'ends';
}
