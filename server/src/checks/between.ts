/**
 * # incomplete-between (warning)
 * `between` has its first bound in `leftPredicate` and `objects`, its second in `rightPredicate` and `rightObjects`.
 *
 * Fix: add what is missing; the message names it. The editor offers the objects of the other bound, and its predicate
 * turned round, where a value then lies between the two.
 *
 * # impossible-between (warning)
 * Bounds that no value lies between.
 *
 * Fix: yours to decide.
 * ---
 * freezes-environment, too: a bound whose predicate is none (service.md B).
 */
import { t } from '@vscode/l10n';
import { boundPredicates } from '../targeting/predicates.js';
import { instantOf } from '../targeting/instant.js';
import { numberOf } from '../targeting/values.js';
import { codeOfBetween, isAnyPredicate } from './betweenParts.js';
import { featureProbeConsequence } from './production.js';
import { listed } from './words.js';
import { noPredicate } from './conditionWords.js';
import { closestOf } from './closest.js';
import type { Fix } from './problem.js';
import type { PlainObject, ObjectFinding } from './check.js';
import { nothing, objectCheck } from './check.js';

export const between = objectCheck({
  looksAt: 'condition',
  readsItems: ({ predicate }) => predicate === 'between',
  find: (condition) => {
    const { type, predicate } = condition;
    if (predicate !== 'between' || typeof type !== 'string' || !Object.hasOwn(boundPredicates, type)) return nothing;
    const known = boundPredicates[type] ?? [];
    const missing = boundKeys.filter((key) => isMissing(condition[key]));
    if (missing.length > 0) {
      const message = t('"between" has two bounds; missing here: {0}.', listed(missing));
      const breaking = codeOfBetween(condition);
      const consequence = breaking && featureProbeConsequence(breaking, message);
      const fixes = completion(condition, missing, known);
      return [{ code: 'incomplete-between', path: ['predicate'], message, consequence, fixes }];
    }
    const unknown = unknownBounds(condition, type, known);
    if (unknown.length > 0) return unknown;
    if (holdsForSome(condition, known) !== false) return nothing;
    return [{ code: 'impossible-between', path: ['predicate'], message: t('No value lies between these bounds.') }];
  },
});

/** Words that are no predicates at all; that of another type does no harm. */
function unknownBounds(condition: PlainObject, type: string, known: readonly string[]): ObjectFinding[] {
  return (['leftPredicate', 'rightPredicate'] as const).flatMap((key): ObjectFinding[] => {
    const word = condition[key];
    if (typeof word !== 'string' || isAnyPredicate(word)) return [];
    const { message, fixes } = noPredicate(word, type, known, closestOf(word, known));
    return [{ ...featureProbeConsequence('freezes-environment', message), path: [key], fixes }];
  });
}

/** What is missing, from the other bound. Where no value lies between the bounds then, only a person can say what is meant. */
function completion(condition: PlainObject, missing: readonly BoundKey[], known: readonly string[]): readonly Fix[] {
  const properties = Object.fromEntries(missing.map((key) => [key, turned(condition[sameOfTheOther[key]])]));
  const isComplete = holdsForSome({ ...condition, ...properties }, known) === true;
  return isComplete ? [{ kind: 'set-properties', properties }] : [];
}

function turned(value: unknown): unknown {
  return typeof value === 'string' && Object.hasOwn(opposites, value) ? opposites[value] : value;
}

const opposites: Readonly<Record<string, string>> = {
  ...{ '>': '<', '>=': '<=', '<': '>', '<=': '>=' },
  ...{ after: 'before', before: 'after' },
};

const sameOfTheOther = {
  ...{ leftPredicate: 'rightPredicate', objects: 'rightObjects' },
  ...{ rightPredicate: 'leftPredicate', rightObjects: 'objects' },
} as const;
type BoundKey = keyof typeof sameOfTheOther;

const boundKeys = ['leftPredicate', 'objects', 'rightPredicate', 'rightObjects'] as const;

interface Bound {
  readonly predicate: string;
  /** The values that it is compared with, one of which is enough. */
  readonly values: readonly number[];
}

/** Undefined while a bound cannot be read: that is a problem of its own. */
function holdsForSome(condition: PlainObject, known: readonly string[]): boolean | undefined {
  const [left, right] = [boundOf(condition, 'left', known), boundOf(condition, 'right', known)];
  return left && right && canHold(left, right);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function boundOf(condition: PlainObject, side: 'left' | 'right', known: readonly string[]): Bound | undefined {
  const predicate = condition[`${side}Predicate`];
  const objects: unknown = condition[side === 'left' ? 'objects' : 'rightObjects'];
  if (typeof predicate !== 'string' || !known.includes(predicate) || !Array.isArray(objects)) return undefined;
  const read = condition['type'] === 'number' ? numberOf : instantOf;
  const values = objects.flatMap((object: unknown) => (typeof object === 'string' ? (read(object) ?? []) : []));
  return values.length === objects.length ? { predicate, values } : undefined;
}

/** Whether some value lies within both bounds; each holds when it holds for one of its values. */
function canHold(left: Bound, right: Bound): boolean {
  const [a, b] = [rangeOf(left), rangeOf(right)];
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  if (low !== high) return low < high;
  return [a, b].every((range) => range.closed || (low !== range.low && high !== range.high));
}

interface Range {
  readonly low: number;
  readonly high: number;
  /** Whether its own end is in it. */
  readonly closed: boolean;
}

function rangeOf({ predicate, values }: Bound): Range {
  const closed = predicate !== '>' && predicate !== '<' && predicate !== 'before';
  return predicate === '>' || predicate === '>=' || predicate === 'after'
    ? { low: values.reduce((a, b) => Math.min(a, b), Infinity), high: Infinity, closed }
    : { low: -Infinity, high: values.reduce((a, b) => Math.max(a, b), -Infinity), closed };
}
