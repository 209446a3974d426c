/** Finds objects that SDKs read differently (evaluation.md 8), if this changes the result for some attribute value. */
import { isDatetime, isNumber, isSemver } from '../../targeting/values/values.js';
import { conditionOf } from '../conditions.js';
import { unixSeconds } from '../values/instants.js';
import type { ReadBy } from '../values/readings.js';
import { coreOf, readingsOf } from '../values/readings.js';
import type { Evaluators } from './sdks.js';
import { all, none, official } from './sdks.js';
import { User } from '../user.js';
import { everyOf } from '../verdict.js';

/** A bound of a condition: a `between` has two bounds, any other condition has one. */
export interface Bound {
  readonly predicate: string;
  readonly objects: readonly string[];
}

export interface Disagreement {
  /** The index of the bound, and the index of the object in the bound. */
  readonly at: readonly [number, number];
  /** The official reading, then the readings of SDKs that therefore match different users. */
  readonly readings: readonly ReadBy[];
}

/** `plain`: a fast test for objects that all SDKs read alike. `isAccepted`: whether the service accepts the object. */
const kinds: Readonly<
  Record<string, { readonly plain: RegExp; readonly isAccepted: (object: string) => boolean } | undefined>
> = {
  number: { plain: /^-?\d{1,6}(?:\.\d{1,6})?$/, isAccepted: isNumber },
  datetime: { plain: /^(?:197[1-9]|19[89]\d|[2-9]\d{3})-/, isAccepted: isDatetime },
  semver: { plain: /^\d{1,9}\.\d{1,9}\.\d{1,9}$/, isAccepted: isSemver },
};

/** Conditions with more or longer objects are not reported. Values near at most `witnessed` objects are tried. */
const LIMITS = { objects: 200, length: 1_024, witnessed: 20 };

/** Nothing is reported if the service refuses an object, because the condition then does not reach SDKs. */
export function disagreementsOf(type: string, bounds: readonly Bound[]): readonly Disagreement[] {
  const kind = kinds[type];
  if (kind === undefined || bounds.some(({ objects }) => objects.length > LIMITS.objects)) return [];
  const isOdd = (object: string) => !kind.plain.test(object);
  if (!bounds.some(({ objects }) => objects.some(isOdd))) return [];
  const isAccepted = (object: string) => object.length <= LIMITS.length && kind.isAccepted(object);
  if (!bounds.every(({ objects }) => objects.every(isAccepted))) return [];
  const received = type === 'datetime' ? bounds.map(inSeconds) : bounds;
  const found = bounds.flatMap(({ objects, predicate }, bound) =>
    objects.flatMap((object, index): readonly Disagreement[] => {
      if (!isOdd(object)) return [];
      const standing = { isNegative: predicate === '!=', isLast: index === objects.length - 1 };
      const readings = readingsOf(type, received[bound]?.objects[index] ?? '', standing);
      return readings.length < 2 ? [] : [{ at: [bound, index], readings }];
    }),
  );
  if (found.length === 0) return [];
  const who = differing(type, received, witnesses(type, received, found));
  return found.flatMap(({ at, readings: [byRules, ...others] }) => {
    const disagreeing = others.flatMap(({ reading, by }) => ((by & who) === none ? [] : [{ reading, by: by & who }]));
    return byRules === undefined || disagreeing.length === 0 ? [] : [{ at, readings: [byRules, ...disagreeing] }];
  });
}

function inSeconds({ predicate, objects }: Bound): Bound {
  return { predicate, objects: objects.map((object) => String(unixSeconds(object))) };
}

/** Evaluators that disagree with the official result for at least one of the attribute values. */
function differing(type: string, bounds: readonly Bound[], attributes: readonly string[]): Evaluators {
  const subject = 'a';
  const conditions = bounds.map((bound) => conditionOf(0, { type, subject, ...bound }));
  return attributes.reduce((found, attribute) => {
    const user = new User('', new Map([[subject, attribute]]), 0);
    const { holds } = everyOf(conditions, (condition) => condition.of(user, () => 'unknown'));
    return found | ((holds & official) === none ? holds : all & ~holds);
  }, none);
}

/** Attribute values to try: at, between and beyond the objects. Other values behave like one of these values. */
function witnesses(type: string, bounds: readonly Bound[], found: readonly Disagreement[]): readonly string[] {
  const disputed = found.map(({ at: [bound, index] }) => bounds[bound]?.objects[index] ?? '');
  const objects = [...new Set([...disputed, ...bounds.flatMap((bound) => bound.objects)])].slice(0, LIMITS.witnessed);
  return type === 'semver' ? objects.flatMap(versionsAround) : numbersAround(type, objects);
}

/** Versions below, at and above an object. The version below is always `0.0.0`. */
function versionsAround(object: string): readonly string[] {
  const core = coreOf(object);
  const [, before = '', patch = ''] = /^(.*\.)(\d+)$/.exec(core) ?? [];
  return ['0.0.0', core, `${before}${BigInt(patch) + 1n}`];
}

function numbersAround(type: string, objects: readonly string[]): readonly string[] {
  const read = objects.flatMap((object) => readingsOf(type, object, { isNegative: false, isLast: true }));
  const values = read.flatMap(({ reading }) => ('as' in reading ? [Number(reading.as)] : []));
  const sorted = [...new Set(values.filter(Number.isFinite))].sort((a, b) => a - b);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const between = sorted.slice(1).map((value, index) => (value + (sorted[index] ?? value)) / 2);
  const beyond = [first - Math.max(1, Math.abs(first)), last + Math.max(1, Math.abs(last))];
  const numbers = [...sorted, ...between, ...beyond].filter(Number.isFinite);
  return numbers.map((number) => String(type === 'datetime' ? Math.floor(number) : number));
}
