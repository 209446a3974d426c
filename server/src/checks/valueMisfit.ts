/**
 * # value-misfit (warning)
 * The value does not have the type that the toggle has in the service: known [only
 * there](pushing.md#known-of-the-service). FeatureProbe leaves a toggle out whose number or JSON cannot be read, so
 * for FeatureProbe this is the error `toggle-vanishes`; a number beyond what a double holds stops every change of the
 * environment; of a boolean, whatever is not `true` is read as false.
 * ```jsonc
 * { "content": { "variations": [{ "value": " 5" }] } } // of a number toggle
 * ```
 * Fix: change to the value that was meant, where that is clear.
 * ---
 * The file alone does not say the type: then mixed-values guesses. What comes of such values: evaluation.md 1.3, 1.4
 * and 2.
 */
import { t } from '@vscode/l10n';
import { asObject } from '../json/plain.js';
import { isBooleanValue, isNumberBeyondDouble, isNumberValue, jsonValue } from '../targeting/returnValues.js';
import { closestOf, replacement } from './closest.js';
import { quoted } from './words.js';
import type { FileFinding } from './check.js';
import { fileCheck } from './check.js';
import { featureProbeConsequence } from './production.js';

export const valueMisfit = fileCheck({
  reads: ['variations', 'services'],
  find: ({ variations = [], services }) => {
    const returnType = services.find((service) => service.returnType !== undefined)?.returnType;
    return variations.flatMap((variation, index): readonly FileFinding[] => {
      const value = asObject(variation)?.['value'];
      const misfit = typeof value === 'string' ? misfitOf(value, returnType) : undefined;
      if (misfit === undefined) return [];
      return [{ code: 'value-misfit', path: ['content', 'variations', index, 'value'], ...misfit }];
    });
  },
});

type Misfit = Pick<FileFinding, 'message' | 'fixes' | 'consequence'>;

function misfitOf(value: string, returnType: string | undefined): Misfit | undefined {
  switch (returnType) {
    case 'number': {
      if (isNumberBeyondDouble(value)) return { message: misfit.range(value) };
      const trimmed = value.trim();
      const meant = isNumberValue(trimmed) ? trimmed : undefined;
      return isNumberValue(value) ? undefined : { ...vanishing(misfit.number(value)), fixes: replacement(meant) };
    }
    case 'json':
      return jsonValue(value) === 'unreadable' ? vanishing(misfit.json(value)) : undefined;
    case 'boolean': {
      const meant = closestOf(value, ['true', 'false']);
      return isBooleanValue(value) ? undefined : { message: misfit.boolean(value), fixes: replacement(meant) };
    }
    default:
      return undefined;
  }
}

function vanishing(message: string): Misfit {
  return { message, consequence: featureProbeConsequence('toggle-vanishes', message) };
}

const misfit = {
  number: (value: string) => t('{0} is not a decimal number: this toggle serves numbers.', quoted(value)),
  range: (value: string) =>
    t(
      '{0} is beyond the numbers that FeatureProbe can read: every toggle of the environment stays as it was.',
      quoted(value),
    ),
  json: (value: string) => t('{0} is not a JSON object: this toggle serves JSON objects.', quoted(value)),
  boolean: (value: string) => t('{0} is read as false: this toggle serves "true" or "false".', quoted(value)),
} as const;
