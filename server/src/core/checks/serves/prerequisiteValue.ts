/** Reports prerequisites whose type or value breaks FeatureProbe's server (evaluation.md 1.3 and 1.4). */
import { t } from '../../t.js';
import { MAX_REQUIRED_JSON_DEPTH, jsonValue, numberValue } from '../../targeting/values/returnValues.js';
import { lacks } from '../conditions/betweenParts.js';
import { noFindings, objectCheck } from '../check.js';
import type { ProductionCode } from '../codes.js';
import { featureProbeConsequence } from './production.js';
import { listed, quoted, textOf } from '../words.js';

export const prerequisiteValue = objectCheck({
  looksAt: 'prerequisite',
  find: (prerequisite) => {
    const { type, value } = prerequisite;
    // missingParts.ts reports a missing part.
    if (lacks(prerequisite, 'key') || lacks(prerequisite, 'value') || typeof type !== 'string') return noFindings;
    if (!types.includes(type)) {
      const why = t('The "type" of a prerequisite is one of {0}.', listed(types));
      return [{ ...featureProbeConsequence('toggle-vanishes', why), path: ['type'] }];
    }
    const text = textOf(value);
    const misread = text === undefined ? undefined : misreadAs(type, text);
    return misread === undefined ? noFindings : [{ ...featureProbeConsequence(...misread), path: ['value'] }];
  },
});

/** The types that the server accepts, in lower case only (service.md B). */
const types = ['string', 'number', 'boolean', 'json'];

/** @returns undefined if the server can read the value; otherwise the effect and the reason */
function misreadAs(type: string, value: string): readonly [ProductionCode, string] | undefined {
  if (type !== 'number' && type !== 'json') return undefined;
  const read = type === 'number' ? numberValue(value) : jsonValue(value, MAX_REQUIRED_JSON_DEPTH);
  switch (read) {
    case 'too-long':
      return ['freezes-environment', t('A whole number cannot exceed 1.8e308.')];
    case 'too-deep':
      return ['freezes-environment', t('Objects and lists may be nested up to {0} levels.', MAX_REQUIRED_JSON_DEPTH)];
    case 'unreadable':
      return ['toggle-vanishes', notReadable(type, value)];
    // The server passes on the prerequisite without a value, and SDKs cannot read such a prerequisite.
    case 'nothing':
      return ['freezes-environment', notReadable(type, value)];
    default:
      return undefined;
  }
}

function notReadable(type: string, value: string): string {
  return type === 'number'
    ? t('{0} is not a decimal number.', quoted(value))
    : t('{0} is not a JSON object.', quoted(value));
}
