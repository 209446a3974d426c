/** Finds sample numbers, instants and versions for each possible combination of answers of the conditions. */
import { instantOfAttribute } from '../../evaluation/values/instants.js';
import { readNumber } from '../../evaluation/values/numbers.js';
import { compareVersions, readVersion } from '../../evaluation/values/versions.js';
import { semver } from '../../targeting/values/values.js';
import type { Values } from './axisValues.js';
import { orderedValues } from './axisValues.js';

/** A text that is not a number, an instant or a version. */
export const word = 'x';

export function numberValues(objects: ReadonlySet<string>): Values {
  const read = (object: string) => {
    const { shared, all } = readNumber(object);
    const value = shared ?? all[0];
    return Number.isNaN(value) ? undefined : value;
  };
  const order = { read, compare: (a: number, b: number) => a - b || 0, textOf: String, between: numberBetween };
  // `NaN` can be parsed as a number, but every comparison with NaN fails.
  return orderedValues(objects, [word, 'NaN'], order);
}

/** A number between two bounds. @returns undefined if the bounds are adjacent doubles */
function numberBetween(from: number | undefined, to: number | undefined): number | undefined {
  const [low, high] = [from ?? -Infinity, to ?? Infinity];
  const candidates = [Math.floor(low) + 1, Math.ceil(high) - 1, (low + high) / 2, low / 2 + high / 2, 0];
  const inside = [...candidates, -Number.MAX_VALUE, Number.MAX_VALUE].find((value) => value > low && value < high);
  // The only value above the greatest double is infinity, unless an object such as `1e400` is already infinite.
  if (to === undefined && low === Number.MAX_VALUE) return Infinity;
  return from === undefined && high === -Number.MAX_VALUE ? -Infinity : inside;
}

/** The answers of `after` and `before` both change at the object itself, so samples between objects are not needed. */
export function instantValues(objects: ReadonlySet<string>): Values {
  const read = (object: string) => instantOfAttribute(object, 0).all[0];
  const between = (low: number | undefined, high: number | undefined) =>
    low === undefined && high !== undefined ? instantBefore(high) : undefined;
  return orderedValues(objects, [word], { read, compare: (a, b) => a - b, textOf: String, between });
}

/** An earlier instant. For instants far from today, one second is less than the precision of a double. */
function instantBefore(seconds: number): number {
  return seconds - 1 < seconds ? seconds - 1 : -9e18;
}

export function versionValues(objects: ReadonlySet<string>): Values {
  const read = (object: string) => (semver.test(object) ? versionOf(object.split('+')[0] ?? '') : undefined);
  return orderedValues(objects, [word], { read, compare, textOf: ({ text }) => text, between: versionBetween });
}

interface Version {
  readonly text: string;
  readonly reading: ReturnType<typeof readVersion>;
}

function versionOf(text: string): Version {
  return { text, reading: readVersion(text) };
}

/** Ordinary versions are parsed as numbers that have the same order as the versions. */
function compare({ reading: a }: Version, { reading: b }: Version): number {
  if (a.shared !== undefined && b.shared !== undefined) return a.shared - b.shared;
  return compareVersions(0, a.all[0], b.all[0]);
}

/** @returns undefined if `high` directly follows `low`, or if `high` is the lowest version */
function versionBetween(low: Version | undefined, high: Version | undefined): Version | undefined {
  const candidates = low === undefined ? ['0.0.0', '0.0.0-0'] : after(low.text);
  return candidates.map(versionOf).find((value) => high === undefined || compare(value, high) < 0);
}

/** Some greater versions. The last version is the immediate successor. */
function after(version: string): readonly string[] {
  const [, major = '', minor = '', patch = '', prerelease] = semver.exec(version) ?? [];
  const next = `${major}.${minor}.${BigInt(patch) + 1n}`;
  return prerelease === undefined ? [next, `${next}-0`] : [`${major}.${minor}.${patch}`, `${version}.0`];
}
