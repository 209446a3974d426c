/** What a call for values of one type can get of a toggle (evaluation.md 6). */
import type { Asked } from '../../code/calls.js';
import type { ReturnType, Value } from '../values/values.js';
import { returnTypes, valueOf } from '../values/values.js';

/** What variations of a return type can be: a number beyond a double is a text, and a text or JSON may be missing. */
const possible: Readonly<Record<ReturnType, readonly Value['type'][]>> = {
  string: ['string', 'null'],
  boolean: ['boolean'],
  number: ['number', 'string'],
  json: ['json', 'null'],
};

/**
 * Whether such a call gives the default of the code to everyone, in every official SDK that has it.
 * @param variations what the file has as their values; undefined where nobody knows
 * @param returnType undefined where nobody knows
 */
export function givesDefaultOnly(
  asks: Asked,
  variations: readonly (string | undefined)[] | undefined,
  returnType: ReturnType | undefined,
): boolean {
  // Some SDKs hand on anything as JSON.
  if (asks === 'any' || asks === 'json') return false;
  const isDefault = (type: Value['type']) => type !== asks && type !== 'null';
  return (returnType === undefined ? returnTypes : [returnType]).every((type) => {
    const values = variations?.map((text) => valueOf(text, type)) ?? [];
    // SDKs do not receive the toggle.
    if (values.includes('unbuildable')) return true;
    // They keep what they received before.
    if (variations === undefined || values.includes('unparsable')) return possible[type].every(isDefault);
    return values.every((value) => typeof value !== 'string' && isDefault(value.type));
  });
}
