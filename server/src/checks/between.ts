/**
 * # incomplete-between (warning)
 * `between` has its first bound in `leftPredicate` and `objects`, its second in `rightPredicate` and `rightObjects`.
 *
 * Fix: add what is missing; the message names it.
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
import type { PlainObject, ObjectFinding } from './check.js';
import { nothing, objectCheck } from './check.js';

export const between = objectCheck({
  looksAt: 'condition',
  readsItems: ({ predicate }) => predicate === 'between',
  find: (condition) => {
    const { type, predicate } = condition;
    if (predicate !== 'between' || typeof type !== 'string' || !Object.hasOwn(boundPredicates, type)) return nothing;
    const missing = boundKeys.filter((key) => isMissing(condition[key]));
    if (missing.length > 0) {
      const message = t('"between" has two bounds; missing here: {0}.', listed(missing));
      const breaking = codeOfBetween(condition);
      const consequence = breaking && featureProbeConsequence(breaking, message);
      return [{ code: 'incomplete-between', path: ['predicate'], message, consequence }];
    }
    const known = boundPredicates[type] ?? [];
    const unknown = unknownBounds(condition, type, known);
    if (unknown.length > 0) return unknown;
    const [left, right] = [boundOf(condition, 'left', known), boundOf(condition, 'right', known)];
    if (left === undefined || right === undefined || canHold(left, right)) return nothing;
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

const boundKeys = ['leftPredicate', 'objects', 'rightPredicate', 'rightObjects'] as const;

interface Bound {
  readonly predicate: string;
  /** The values that it is compared with, one of which is enough. */
  readonly values: readonly number[];
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Undefined when it cannot be read: that is a problem of its own. */
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
