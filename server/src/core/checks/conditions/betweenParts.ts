/** Consequences of an invalid `between`, which the server splits into two conditions (evaluation.md 1.3 to 1.5). */
import { predicates } from '../../targeting/values/predicates.js';
import type { ProductionCode } from '../codes.js';
import type { PlainObject } from '../check.js';

/** The types of conditions that the server refuses if `objects` is missing. The server passes on other types. */
const checkedTypes: readonly unknown[] = ['number', 'datetime', 'semver', 'segment'];
/** The types of conditions whose objects the server changes before passing them on. */
const rewrittenTypes: readonly unknown[] = ['datetime', 'segment'];

/** Ignores null in place of a list, which other checks report. @returns undefined if the server is unaffected */
export function codeOfBetween(condition: PlainObject): ProductionCode | undefined {
  if (lacks(condition, 'objects')) return codeWithoutObjects(condition);
  if (lacks(condition, 'rightObjects')) return codeOfRightObjects(condition);
  const { leftPredicate, rightPredicate } = condition;
  return isAnyPredicate(leftPredicate) && isAnyPredicate(rightPredicate) ? undefined : 'freezes-environment';
}

export function codeWithoutObjects({ type }: PlainObject): ProductionCode {
  return checkedTypes.includes(type) ? 'service-limit' : 'freezes-environment';
}

/** The consequence if `rightObjects` is missing or contains null. */
export function codeOfRightObjects({ type }: PlainObject): ProductionCode {
  return rewrittenTypes.includes(type) ? 'toggle-vanishes' : 'freezes-environment';
}

/** Whether any type has the predicate. `between` does not count, because the server replaces it with its two bounds. */
export function isAnyPredicate(word: unknown): boolean {
  return word !== 'between' && Object.values(predicates).some((known: readonly unknown[]) => known.includes(word));
}

/** Whether the object lacks the property. A half-typed property does not count as missing. */
export function lacks(object: PlainObject, key: string): boolean {
  return !Object.hasOwn(object, key);
}
