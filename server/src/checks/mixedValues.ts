/**
 * mixed-values: the values of a toggle's variations are strings, but its return type decides how SDKs read all of them: among
 * "true" and "1", "flase" is most likely a slip. Silent where most of them are texts, which may be anything.
 */
import { asObject } from '../json/plain.js';
import { numberOf } from '../targeting/values.js';
import { messages } from './catalogue.js';
import { closestOf } from './propertyNames.js';
import type { FileCheck } from './check.js';

export const mixedValues: FileCheck<'variations' | 'services'> = ({ variations = [], services }) => {
  // Where the return type is known, value-misfit says more.
  if (services.some(({ returnType }) => returnType !== undefined)) return [];
  const values = variations.map((variation) => asObject(variation)?.['value']);
  const kinds = values.map((value) => (typeof value === 'string' ? kindOf(value) : undefined));
  const usual = mostFrequent(kinds.filter((kind) => kind !== undefined));
  if (usual !== 'boolean' && usual !== 'number') return [];
  return values.flatMap((value, index) => {
    if (typeof value !== 'string' || kinds[index] === usual) return [];
    const meant = usual === 'boolean' ? closestOf(value, ['true', 'false']) : undefined;
    const fixes = meant === undefined ? [] : [{ kind: 'replace-value', json: JSON.stringify(meant) } as const];
    return [
      { code: 'mixed-values', of: 'variations', index, path: ['value'], message: messages.mixedValues(usual), fixes },
    ];
  });
};

type ValueKind = 'boolean' | 'number' | 'json' | 'string';

function kindOf(value: string): ValueKind {
  if (value === 'true' || value === 'false') return 'boolean';
  if (value !== '' && numberOf(value) !== undefined) return 'number';
  return /^\s*[[{]/.test(value) ? 'json' : 'string';
}

/** Of equally frequent ones a boolean before all others, as "true" is hardly ever a text, then the first. */
function mostFrequent(kinds: readonly ValueKind[]): ValueKind | undefined {
  const counts = new Map<ValueKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + (kind === 'boolean' ? 1.5 : 1));
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
