/** Consequences of a broken `between`, which the server hands on as two conditions (evaluation.md 1.3 to 1.5). */
import { predicates } from '../../targeting/values/predicates.js';
import type { ProductionCode } from '../codes.js';
import type { PlainObject } from '../check.js';

/** Without `objects`, the server refuses conditions of these types, and hands on the others. */
const checkedTypes: readonly unknown[] = ['number', 'datetime', 'semver', 'segment'];
/** The server changes the objects of these types before it hands them on. */
const rewrittenTypes: readonly unknown[] = ['datetime', 'segment'];

/** Ignores null and values that are not lists: other checks report them. @returns undefined if it does no harm */
export function codeOfBetween(condition: PlainObject): ProductionCode | undefined {
  if (lacks(condition, 'objects')) return codeWithoutObjects(condition);
  if (lacks(condition, 'rightObjects')) return codeOfRightObjects(condition);
  const { leftPredicate, rightPredicate } = condition;
  return isAnyPredicate(leftPredicate) && isAnyPredicate(rightPredicate) ? undefined : 'freezes-environment';
}

export function codeWithoutObjects({ type }: PlainObject): ProductionCode {
  return checkedTypes.includes(type) ? 'service-limit' : 'freezes-environment';
}

/** For `rightObjects` that is missing or contains null. */
export function codeOfRightObjects({ type }: PlainObject): ProductionCode {
  return rewrittenTypes.includes(type) ? 'toggle-vanishes' : 'freezes-environment';
}

/** Whether some type has the predicate. `between` does not count: it is not handed on, so no bound can have it. */
export function isAnyPredicate(word: unknown): boolean {
  return word !== 'between' && Object.values(predicates).some((known: readonly unknown[]) => known.includes(word));
}

/** A half-typed property is not missing. */
export function lacks(object: PlainObject, key: string): boolean {
  return !Object.hasOwn(object, key);
}
