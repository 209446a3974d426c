/** Infers a toggle's return type from its values if no other source has the type. Targeting is plain data here. */
import { t } from '../../core/t.js';
import type { ReturnType } from '../../core/evaluation/values/values.js';
import { valueOf } from '../../core/evaluation/values/values.js';
import { asArray, asObject } from '../../core/json/plain.js';

/** The narrowest type that fits all values; `string` for an empty list. */
export function inferredType(targeting: unknown): ReturnType {
  const values = valuesOf(targeting);
  const narrow = (['boolean', 'number', 'json'] as const).find((type) => values.every((value) => fits(value, type)));
  return values.length === 0 ? 'string' : (narrow ?? 'string');
}

/** Keeps the previous type while some values fit it: the other values are probably incomplete. */
export function typeNow(targeting: unknown, before: ReturnType | undefined): ReturnType {
  const inferred = inferredType(targeting);
  const isMixed =
    before !== undefined && inferred === 'string' && valuesOf(targeting).some((value) => fits(value, before));
  return isMixed ? before : inferred;
}

export function misfitOf(targeting: unknown, type: ReturnType): string | undefined {
  const misfit = valuesOf(targeting).find((value) => !fits(value, type));
  return misfit === undefined
    ? undefined
    : t('{0} is not of type {1}, unlike other values of the toggle.', JSON.stringify(misfit), type);
}

function fits(value: string, type: ReturnType): boolean {
  if (type === 'boolean') return /^(?:true|false)$/i.test(value);
  return typeof valueOf(value, type) === 'object' && (type !== 'json' || value.trim() !== '');
}

function valuesOf(targeting: unknown): readonly string[] {
  return variationsOf(targeting).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

export function variationsOf(targeting: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { variations } = asObject(asObject(targeting)?.['content']) ?? {};
  return (asArray(variations) ?? []).map(asObject).filter((each) => each !== undefined);
}
