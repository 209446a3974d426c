/** The possible results of an SDK call that asks for a value of one type (evaluation.md 6). */
import type { Asked } from '../../code/calls.js';
import type { ReturnType, Value } from '../values/values.js';
import { returnTypes, valueOf } from '../values/values.js';

/** Possible value types by return type: numbers too large for a double become strings; strings and JSON may be null. */
const possible: Readonly<Record<ReturnType, readonly Value['type'][]>> = {
  string: ['string', 'null'],
  boolean: ['boolean'],
  number: ['number', 'string'],
  json: ['json', 'null'],
};

/** Whether everyone gets the code default in all official SDKs. @param variations undefined if unknown */
export function givesDefaultOnly(
  asks: Asked,
  variations: readonly (string | undefined)[] | undefined,
  returnType: ReturnType | undefined,
): boolean {
  // Some SDKs return any value as JSON.
  if (asks === 'any' || asks === 'json') return false;
  const isDefault = (type: Value['type']) => type !== asks && type !== 'null';
  return (returnType === undefined ? returnTypes : [returnType]).every((type) => {
    const values = variations?.map((text) => valueOf(text, type)) ?? [];
    // SDKs do not receive a toggle that the API cannot build.
    if (values.includes('unbuildable')) return true;
    // SDKs keep the toggle that they received before. The values of that toggle are unknown.
    if (variations === undefined || values.includes('unparsable')) return possible[type].every(isDefault);
    return values.every((value) => typeof value !== 'string' && isDefault(value.type));
  });
}
