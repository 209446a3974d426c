/** Reads and compares versions like each SDK (evaluation.md 4.5 and rows 20 to 24). */
import { semver } from '../../targeting/values/values.js';
import { isBlankToJava } from '../texts/blanks.js';
import { compareMaven, readMaven } from './mavenVersions.js';
import { Reading } from './ordered.js';
import { evaluators } from '../sdks/sdks.js';

/** `read` returns undefined for an unreadable text; `compare` returns a number below, equal to or above 0. */
export interface VersionReader<T = unknown> {
  readonly read: (text: string) => T | undefined;
  readonly compare: (a: T, b: T) => number;
}

interface Version {
  readonly numbers: readonly bigint[];
  readonly prerelease: readonly string[];
  readonly build: string;
}

/** The versions of Go's Masterminds library, which allows a `v` prefix, missing numbers and leading zeros. */
const loose =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*))?(?:\+([\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*))?$/;

function readAs(form: RegExp, limit: bigint | undefined, text: string): Version | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const numbers = match.slice(1, 4).map((number) => BigInt((number as string | undefined) ?? 0));
  if (limit !== undefined && numbers.some((number) => number > limit)) return undefined;
  const [prerelease = '', build = ''] = match.slice(4);
  return { numbers, prerelease: prerelease === '' ? [] : prerelease.split('.'), build };
}

const [uint64, int64] = [2n ** 64n - 1n, 2n ** 63n - 1n];

/** Reads a numeric identifier of a pre-release. @returns undefined if the identifier is not a number */
type ReadIdentifier = (identifier: string) => bigint | number | undefined;

/** Compares versions by the precedence of SemVer 2.0.0, which ignores build metadata. */
function precedenceBy(read: ReadIdentifier): (a: Version, b: Version) => number {
  return (a, b) => {
    for (const [index, number] of a.numbers.entries()) {
      const other = b.numbers[index] ?? 0n;
      if (number !== other) return number < other ? -1 : 1;
    }
    if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length;
    for (const [index, identifier] of a.prerelease.entries()) {
      const order = compareIdentifiers(identifier, b.prerelease[index], read);
      if (order !== 0) return order;
    }
    return a.prerelease.length - b.prerelease.length;
  };
}

function compareIdentifiers(a: string, b: string | undefined, read: ReadIdentifier): number {
  if (b === undefined) return 1;
  if (a === b) return 0;
  const [number, other] = [read(a), read(b)];
  if (number === undefined && other === undefined) return a < b ? -1 : 1;
  if (number === undefined || other === undefined) return number === undefined ? 1 : -1;
  // If equal numbers are spelled differently, Go considers each of them lower than the other.
  return number < other || (number === other && read === readByGo) ? -1 : number > other ? 1 : 0;
}

const readPlain: ReadIdentifier = (identifier) => (/^\d+$/.test(identifier) ? BigInt(identifier) : undefined);
/** Numeric identifiers are doubles in Node and have 64 bits in Go; Python also reads `-5` as a number. */
const readByNode: ReadIdentifier = (identifier) => (/^\d+$/.test(identifier) ? Number(identifier) : undefined);
const readByGo: ReadIdentifier = (identifier) => {
  const number = readPlain(identifier);
  return number === undefined || number > uint64 ? undefined : number;
};
const readByPython: ReadIdentifier = (identifier) => (/^-?\d+$/.test(identifier) ? BigInt(identifier) : undefined);

/** Rust also compares build metadata: a version without build metadata is lowest, and `0 < 00 < 1 < 01 < 2`. */
function compareBuilds(a: string, b: string): number {
  const [parts, others] = [a.split('.'), b.split('.')];
  for (const [index, part] of parts.entries()) {
    const other = others[index];
    if (other === undefined) return 1;
    const order = compareBuildParts(part, other);
    if (order !== 0) return order;
  }
  return parts.length - others.length;
}

function compareBuildParts(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d*$/.test(a), /^\d*$/.test(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (!isNumber) return a === b ? 0 : a < b ? -1 : 1;
  const [value, other] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  if (value.length !== other.length) return value.length - other.length;
  return value === other ? a.length - b.length : value < other ? -1 : 1;
}

const precedence = precedenceBy(readPlain);
const rules: VersionReader<Version> = { read: (text) => readAs(semver, undefined, text), compare: precedence };

const byEvaluator = {
  official: rules,
  rust: {
    read: (text: string) => readAs(semver, uint64, text),
    compare: (a: Version, b: Version) => precedence(a, b) || compareBuilds(a.build, b.build),
  },
  node: {
    read: (text: string) =>
      text.length > 256 ? undefined : readAs(semver, BigInt(Number.MAX_SAFE_INTEGER), text.trim().replace(/^v/, '')),
    compare: precedenceBy(readByNode),
  },
  java: { read: readMaven, compare: compareMaven },
  go: { read: (text: string) => readAs(loose, int64, text), compare: precedenceBy(readByGo) },
  // In Python's regular expressions, `$` also matches before a final line feed.
  python: {
    read: (text: string) => readAs(semver, undefined, text.replace(/\n$/, '')),
    compare: precedenceBy(readByPython),
  },
} as const;

const readers = evaluators.map((each) => byEvaluator[each] as VersionReader);

/** Plain versions of three numbers, which all SDKs read and order alike. */
const ordinary = /^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/;

export function readVersion(text: string): Reading<unknown> {
  const numbers = ordinary.exec(text)?.slice(1);
  const shared = numbers?.reduce((sum, number) => sum * 100_000 + Number(number), 0);
  return new Reading(shared, () => readers.map(({ read }) => read(text)));
}

/** Java reads any text as a version, except blank attributes. */
export function versionOfAttribute(text: string): Reading<unknown> {
  const reading = readVersion(text);
  if (!isBlankToJava(text)) return reading;
  return new Reading(undefined, () =>
    reading.all.map((version, place) => (evaluators[place] === 'java' ? undefined : version)),
  );
}

export function compareVersions(place: number, a: unknown, b: unknown): number {
  return readers[place]?.compare(a, b) ?? NaN;
}
