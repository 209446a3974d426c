/**
 * # mixed-values (information)
 * The toggle's return type decides how SDKs read all values, so a value of another kind among booleans or numbers is most
 * likely a typo.
 * Not reported: a typo among values that are mostly texts or JSON; if the type is known, `value-misfit` finds more.
 *
 * Fix: change to the boolean that was meant.
 */
import { t } from '../../t.js';
import { asObject } from '../../json/plain.js';
import { numberValue } from '../../targeting/values/returnValues.js';
import { numberOf } from '../../targeting/values/values.js';
import { closestOf, replacement } from '../closest.js';
import { fileCheck } from '../check.js';

export const mixedValues = fileCheck({
  reads: ['variations', 'services'],
  find: ({ variations = [], services }) => {
    // If the return type is known, `value-misfit` reports more.
    if (services.some(({ returnType }) => returnType !== undefined)) return [];
    const values = variations.map((variation) => asObject(variation)?.['value']);
    const kinds = values.map((value) => (typeof value === 'string' ? kindOf(value) : undefined));
    const usual = mostFrequent(kinds.filter((kind) => kind !== undefined));
    if (usual !== 'boolean' && usual !== 'number') return [];
    if (kinds.every((kind) => kind === undefined || kind === usual)) return [];
    const message =
      usual === 'boolean'
        ? t('The other values are booleans: SDKs read all values alike.')
        : t('The other values are numbers: SDKs read all values alike.');
    return values.flatMap((value, index) => {
      if (typeof value !== 'string' || kinds[index] === usual) return [];
      const meant = usual === 'boolean' ? closestOf(value, ['true', 'false']) : undefined;
      return [
        {
          code: 'mixed-values',
          path: ['content', 'variations', index, 'value'],
          message,
          fixes: replacement(meant, true),
        },
      ];
    });
  },
});

type ValueKind = 'boolean' | 'number' | 'json' | 'string';

function kindOf(value: string): ValueKind {
  if (value === 'true' || value === 'false') return 'boolean';
  // A value counts as a number if a toggle can return it as a number, or conditions can read it as one.
  if (numberValue(value) !== 'unreadable' || (value !== '' && numberOf(value) !== undefined)) return 'number';
  return /^\s*[[{]/.test(value) ? 'json' : 'string';
}

/** Prefers booleans among equally frequent kinds, because "true" is rarely a text. */
function mostFrequent(kinds: readonly ValueKind[]): ValueKind | undefined {
  const counts = new Map<ValueKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + (kind === 'boolean' ? 1.5 : 1));
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
