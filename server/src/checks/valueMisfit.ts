/**
 * # value-misfit (warning)
 * The value is none of the type that the toggle has in the service: known [only
 * there](pushing.md#known-of-the-service). With a number or JSON that is none, FeatureProbe leaves the toggle out,
 * and applications get the default of their code; a number beyond what a double holds stops every change of the
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

function misfitOf(value: string, returnType: string | undefined): Pick<FileFinding, 'message' | 'fixes'> | undefined {
  switch (returnType) {
    case 'number': {
      if (isNumberBeyondDouble(value)) return { message: misfit.range(value) };
      const trimmed = value.trim();
      const meant = isNumberValue(trimmed) ? trimmed : undefined;
      return isNumberValue(value) ? undefined : { message: misfit.number(value), fixes: replacement(meant) };
    }
    case 'json':
      return jsonValue(value) === 'unreadable' ? { message: misfit.json(value) } : undefined;
    case 'boolean': {
      const meant = closestOf(value, ['true', 'false']);
      return isBooleanValue(value) ? undefined : { message: misfit.boolean(value), fixes: replacement(meant) };
    }
    default:
      return undefined;
  }
}

const misfit = {
  number: (value: string) =>
    t(
      '{0} is no decimal number, which this toggle serves: FeatureProbe leaves the toggle out, so every application gets the default of its code.',
      quoted(value),
    ),
  range: (value: string) =>
    t(
      '{0} is beyond the numbers that FeatureProbe can read: every toggle of the environment stays as it was.',
      quoted(value),
    ),
  json: (value: string) =>
    t(
      '{0} is no JSON object, which this toggle serves: FeatureProbe leaves the toggle out, so every application gets the default of its code.',
      quoted(value),
    ),
  boolean: (value: string) => t('{0} is read as false: this toggle serves "true" or "false".', quoted(value)),
} as const;
