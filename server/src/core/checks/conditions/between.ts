/**
 * # incomplete-between (warning)
 * `between` needs two bounds: the first in `leftPredicate` and `objects`, the second in `rightPredicate` and `rightObjects`.
 * Not reported: bounds of a condition with another predicate, which ignores them.
 *
 * Fix: add the properties that the message names. The editor offers the objects of the other bound and its predicate,
 * reversed, if a value then lies between the two.
 *
 * # impossible-between (warning)
 * No value lies between the bounds.
 * Not reported: bounds that leave a single value, or that cannot be read.
 *
 * Fix: yours to decide.
 * ---
 * Also reports freezes-environment for a bound whose predicate does not exist (service.md B).
 */
import { t } from '../../t.js';
import { isEmpty } from '../../analysis/space/boxes.js';
import { Space } from '../../analysis/space/space.js';
import { conditionOf } from '../../evaluation/conditions.js';
import { unixSeconds } from '../../evaluation/values/instants.js';
import type { Condition } from '../../evaluation/toggles.js';
import { asArray, byWord } from '../../json/plain.js';
import { boundPredicates, isKnownPredicate } from '../../targeting/values/predicates.js';
import { isNumber } from '../../targeting/values/values.js';
import { codeOfBetween, isAnyPredicate } from './betweenParts.js';
import { featureProbeConsequence } from '../serves/production.js';
import { listed } from '../words.js';
import { noPredicate } from './conditionWords.js';
import { closestOf } from '../closest.js';
import type { Fix } from '../problem.js';
import type { PlainObject, ObjectFinding } from '../check.js';
import { noFindings, objectCheck } from '../check.js';

export const between = objectCheck({
  looksAt: 'condition',
  find: (condition) => {
    const { type, predicate } = condition;
    if (predicate !== 'between' || typeof type !== 'string' || !Object.hasOwn(boundPredicates, type)) return noFindings;
    const known = boundPredicates[type] ?? [];
    const missing = boundKeys.filter((key) => isMissing(condition[key]));
    if (missing.length > 0) {
      const message = t('"between" needs two bounds. Add {0}.', listed(missing));
      const breaking = codeOfBetween(condition);
      const consequence = breaking && featureProbeConsequence(breaking, message);
      const fixes = completion(condition, missing, known);
      return [{ code: 'incomplete-between', path: ['predicate'], message, consequence, fixes }];
    }
    const unknown = unknownBounds(condition, type, known);
    if (unknown.length > 0) return unknown;
    if (holdsForSome(condition) !== false) return noFindings;
    return [{ code: 'impossible-between', path: ['predicate'], message: t('No value lies between these bounds.') }];
  },
});

/** Reports bounds with an unknown predicate. Predicates of other types are not reported: the server can read them. */
function unknownBounds(condition: PlainObject, type: string, known: readonly string[]): ObjectFinding[] {
  return (['leftPredicate', 'rightPredicate'] as const).flatMap((key): ObjectFinding[] => {
    const word = condition[key];
    if (typeof word !== 'string' || isAnyPredicate(word)) return [];
    const { message, fixes } = noPredicate(word, type, known, closestOf(word, known));
    return [{ ...featureProbeConsequence('freezes-environment', message), path: [key], fixes }];
  });
}

/** Fixes that copy the missing parts from the other bound, if a value then lies between the bounds. */
function completion(condition: PlainObject, missing: readonly BoundKey[], known: readonly string[]): readonly Fix[] {
  const properties = Object.fromEntries(missing.map((key) => [key, turned(condition[sameOfTheOther[key]])]));
  const completed: PlainObject = { ...condition, ...properties };
  const areBounds =
    known.includes(String(completed['leftPredicate'])) && known.includes(String(completed['rightPredicate']));
  const isComplete = areBounds && holdsForSome(completed) === true;
  return isComplete ? [{ kind: 'set-properties', properties }] : [];
}

function turned(value: unknown): unknown {
  return typeof value === 'string' ? (opposites[value] ?? value) : value;
}

const opposites = byWord<string>({
  ...{ '>': '<', '>=': '<=', '<': '>', '<=': '>=' },
  ...{ after: 'before', before: 'after' },
});

const sameOfTheOther = {
  ...{ leftPredicate: 'rightPredicate', objects: 'rightObjects' },
  ...{ rightPredicate: 'leftPredicate', rightObjects: 'objects' },
} as const;
type BoundKey = keyof typeof sameOfTheOther;

const boundKeys = ['leftPredicate', 'objects', 'rightPredicate', 'rightObjects'] as const;

/** Whether a value lies between the bounds, for users of any SDK; undefined if a bound cannot be read. */
function holdsForSome(condition: PlainObject): boolean | undefined {
  const bounds = [boundOf(condition, 'left'), boundOf(condition, 'right')].filter((bound) => bound !== undefined);
  return bounds.length < 2 ? undefined : !isEmpty(new Space(bounds).boxesOf(bounds).perhaps);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function boundOf(condition: PlainObject, side: 'left' | 'right'): Condition | undefined {
  const { type } = condition;
  const predicate = condition[`${side}Predicate`];
  const objects = asArray(condition[side === 'left' ? 'objects' : 'rightObjects']);
  if (typeof type !== 'string' || typeof predicate !== 'string' || objects === undefined) return undefined;
  if (predicate === 'between' || !isKnownPredicate(type, predicate)) return undefined;
  const read = objects.flatMap((object) => (typeof object === 'string' ? (received(type, object) ?? []) : []));
  return read.length < objects.length ? undefined : conditionOf(0, { type, subject: '', predicate, objects: read });
}

/** @returns the object as SDKs receive it; undefined if SDKs do not receive it */
function received(type: string, object: string): string | undefined {
  if (type === 'number') return isNumber(object) ? object : undefined;
  const seconds = unixSeconds(object);
  return seconds === undefined ? undefined : String(seconds);
}
