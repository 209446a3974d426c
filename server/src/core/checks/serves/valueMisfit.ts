/**
 * # value-misfit (warning)
 * The value does not have the type that the toggle has in the service. The type is known only if [the service can be
 * read](pushing.md#data-from-the-service). FeatureProbe leaves out a toggle whose number or JSON cannot be read, so for
 * FeatureProbe this is the error `toggle-vanishes`. A whole number beyond 1.8e308, or objects and lists nested more than
 * 123 deep, are the error `freezes-environment`, or a warning if the type is unknown. `1e400` becomes the text `Infinity`,
 * so applications get the default of their code. A boolean other than `true` is read as false.
 * Not reported: most misfits while the type is unknown, though `mixed-values` may find some.
 * ```jsonc
 * { "content": { "variations": [{ "value": " 5" }] } } // of a number toggle
 * ```
 * Fix: change to the value that was meant, if that is clear.
 * ---
 * The file does not contain the return type. If the type is unknown, mixed-values guesses it. The consequences of such
 * values are in evaluation.md 1.3, 1.4 and 2.
 */
import { t } from '../../t.js';
import { asObject } from '../../json/plain.js';
import {
  MAX_JSON_DEPTH,
  isBooleanValue,
  isNumberBeyondDouble,
  jsonValue,
  numberValue,
} from '../../targeting/values/returnValues.js';
import { closestOf, replacement } from '../closest.js';
import { quoted, textOf } from '../words.js';
import type { FileFinding } from '../check.js';
import type { ProductionCode } from '../codes.js';
import { fileCheck } from '../check.js';
import { featureProbeConsequence } from './production.js';

export const valueMisfit = fileCheck({
  reads: ['variations', 'services'],
  find: ({ variations = [], services }) => {
    const returnType = services.find((service) => service.returnType !== undefined)?.returnType;
    return variations.flatMap((variation, index): readonly FileFinding[] => {
      const { value: written } = asObject(variation) ?? { value: null };
      const value = written === undefined && returnType === 'number' ? '' : textOf(written);
      const misfit = value === undefined ? undefined : misfitOf(value, returnType);
      if (misfit === undefined) return [];
      const path = ['content', 'variations', index, ...(written === undefined ? [] : ['value'])];
      return [{ code: 'value-misfit', path, ...misfit }];
    });
  },
});

type Misfit = Pick<FileFinding, 'message' | 'fixes' | 'consequence'>;

function misfitOf(value: string, returnType: string | undefined): Misfit | undefined {
  switch (returnType) {
    case 'number':
      return misfitOfNumber(value);
    case 'json':
      return misfitOfJson(value);
    case 'boolean': {
      const meant = closestOf(value, ['true', 'false']);
      return isBooleanValue(value) ? undefined : { message: misfit.boolean(value), fixes: replacement(meant, true) };
    }
    case undefined:
      return misfitOfAny(value);
    default:
      return undefined;
  }
}

function misfitOfNumber(value: string): Misfit | undefined {
  switch (numberValue(value)) {
    case 'too-long':
      return consequence('freezes-environment', misfit.wholeNumber());
    case 'unreadable': {
      const trimmed = value.trim();
      const meant = numberValue(trimmed) === 'number' ? trimmed : undefined;
      return { ...consequence('toggle-vanishes', misfit.number(value)), fixes: replacement(meant, true) };
    }
    case 'number':
      return isNumberBeyondDouble(value) ? { message: misfit.range(value) } : undefined;
  }
}

function misfitOfJson(value: string): Misfit | undefined {
  switch (jsonValue(value)) {
    case 'too-deep':
      return consequence('freezes-environment', misfit.depth());
    case 'too-long':
      return consequence('freezes-environment', misfit.wholeNumber());
    case 'unreadable':
      return consequence('toggle-vanishes', misfit.json(value));
    default:
      return undefined;
  }
}

/** Checks a value of unknown type: reports only a value that would freeze the environment as a number or as JSON. */
function misfitOfAny(value: string): Misfit | undefined {
  // A short value can be neither too deep nor too long.
  if (value.length <= MAX_JSON_DEPTH) return undefined;
  if (numberValue(value) === 'too-long') return { message: misfit.ifNumber() };
  const read = /^\s*\{/.test(value) ? jsonValue(value) : undefined;
  if (read === 'too-deep') return { message: misfit.ifJson(misfit.depth()) };
  return read === 'too-long' ? { message: misfit.ifJson(misfit.wholeNumber()) } : undefined;
}

function consequence(code: ProductionCode, message: string): Misfit {
  return { message, consequence: featureProbeConsequence(code, message) };
}

const misfit = {
  number: (value: string) => t('{0} is not a decimal number: this toggle serves numbers.', quoted(value)),
  range: (value: string) =>
    t(
      '{0} is outside the range of numbers that SDKs read: FeatureProbe passes on a string instead, so applications get the default of their code.',
      quoted(value),
    ),
  wholeNumber: () => t('A whole number cannot exceed 1.8e308.'),
  depth: () => t('Objects and lists may be nested up to {0} levels.', MAX_JSON_DEPTH),
  ifNumber: () =>
    t(
      'If this toggle serves numbers, FeatureProbe cannot read the environment any more, and every toggle of it stays as it was: {0}',
      misfit.wholeNumber(),
    ),
  ifJson: (why: string) =>
    t(
      'If this toggle serves JSON, FeatureProbe cannot read the environment any more, and every toggle of it stays as it was: {0}',
      why,
    ),
  json: (value: string) => t('{0} is not a JSON object: this toggle serves JSON objects.', quoted(value)),
  boolean: (value: string) => t('{0} is read as false: this toggle serves "true" or "false".', quoted(value)),
} as const;
