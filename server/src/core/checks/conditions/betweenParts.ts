/**
 * What the open-source server makes of a `between`, which it hands on as two conditions, one for each bound, whatever the
 * type (evaluation.md 1.3 to 1.5). Which of its parts are missing for the eye is not looked at here: between.ts does.
 */
import { predicates } from '../../targeting/values/predicates.js';
import type { ProductionCode } from '../codes.js';
import type { PlainObject } from '../check.js';

/** Of those without `objects`, the server refuses these; the others it hands on. */
const checkedTypes: readonly unknown[] = ['number', 'datetime', 'semver', 'segment'];
/** Of these it changes the objects before it hands them on. */
const rewrittenTypes: readonly unknown[] = ['datetime', 'segment'];

/** Undefined where it does no harm. What is null, or no list, is a problem of its own. */
export function codeOfBetween(condition: PlainObject): ProductionCode | undefined {
  if (lacks(condition, 'objects')) return codeWithoutObjects(condition);
  if (lacks(condition, 'rightObjects')) return codeOfRightObjects(condition);
  const { leftPredicate, rightPredicate } = condition;
  return isAnyPredicate(leftPredicate) && isAnyPredicate(rightPredicate) ? undefined : 'freezes-environment';
}

export function codeWithoutObjects({ type }: PlainObject): ProductionCode {
  return checkedTypes.includes(type) ? 'service-limit' : 'freezes-environment';
}

/** When `rightObjects` is missing or has a null in it. */
export function codeOfRightObjects({ type }: PlainObject): ProductionCode {
  return rewrittenTypes.includes(type) ? 'toggle-vanishes' : 'freezes-environment';
}

/** Whether some type of condition has it; `between` is not handed on, and so is no predicate of its bounds. */
export function isAnyPredicate(word: unknown): boolean {
  return word !== 'between' && Object.values(predicates).some((known: readonly unknown[]) => known.includes(word));
}

/** Half typed, it is not missing. */
export function lacks(object: PlainObject, key: string): boolean {
  return !Object.hasOwn(object, key);
}
