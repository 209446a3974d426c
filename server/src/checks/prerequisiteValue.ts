/**
 * toggle-vanishes and freezes-environment of a prerequisite's type and value: FeatureProbe's server reads the value as the
 * type says (evaluation.md 1.3 and 1.4). What other files say of the toggle is prerequisites.ts's.
 */
import { t } from '@vscode/l10n';
import { isNumberBeyondDouble, isNumberValue, jsonValue } from '../targeting/returnValues.js';
import { lacks } from './betweenParts.js';
import { nothing, objectCheck } from './check.js';
import type { ProductionCode } from './codes.js';
import { featureProbeConsequence } from './production.js';
import { listed, quoted } from './words.js';

export const prerequisiteValue = objectCheck({
  looksAt: 'prerequisite',
  find: (prerequisite) => {
    const { type, value } = prerequisite;
    // Of one that lacks a part, missingParts.ts says enough.
    if (lacks(prerequisite, 'key') || lacks(prerequisite, 'value') || typeof type !== 'string') return nothing;
    if (!types.includes(type)) {
      const why = t('The "type" of a prerequisite is one of {0}.', listed(types));
      return [{ ...featureProbeConsequence('toggle-vanishes', why), path: ['type'] }];
    }
    const misread = typeof value === 'string' ? misreadAs(type, value) : undefined;
    return misread === undefined ? nothing : [{ ...featureProbeConsequence(...misread), path: ['value'] }];
  },
});

/** In lower case alone (service.md B). */
const types = ['string', 'number', 'boolean', 'json'];

/** What the server makes of a value that it cannot read, and why it cannot. */
function misreadAs(type: string, value: string): readonly [ProductionCode, string] | undefined {
  if (type === 'number') {
    if (isNumberBeyondDouble(value)) {
      const why = t(
        '{0} is beyond the numbers that it can read; with its cache, it reads a text that no number equals.',
        quoted(value),
      );
      return ['freezes-environment', why];
    }
    return isNumberValue(value) ? undefined : ['toggle-vanishes', t('{0} is no decimal number.', quoted(value))];
  }
  const read = type === 'json' ? jsonValue(value) : 'object';
  if (read === 'object') return undefined;
  // Without a value it is handed on, and nobody can read it.
  const code = read === 'nothing' ? 'freezes-environment' : 'toggle-vanishes';
  return [code, t('{0} is no JSON object.', quoted(value))];
}
