/**
 * toggle-vanishes, freezes-environment and service-limit of prerequisites: FeatureProbe's server keeps key and value in a
 * table of its own, and reads the value as the type says (evaluation.md 1.3 and 1.4). What other files say of the toggle is
 * prerequisites.ts's.
 */
import { t } from '@vscode/l10n';
import { isNumberBeyondDouble, isNumberValue, jsonValue } from '../targeting/returnValues.js';
import type { ProductionCode } from './codes.js';
import { inProduction } from './production.js';
import { listed, quoted } from './words.js';
import { lacks } from './betweenParts.js';
import { atFirstOf } from './missingParts.js';
import type { ObjectFinding } from './check.js';
import { nothing, objectCheck } from './check.js';

export const prerequisiteParts = objectCheck({
  looksAt: 'prerequisite',
  find: (prerequisite) => {
    const { type, value } = prerequisite;
    const missing = ['key', 'value', 'type'].filter((key) => lacks(prerequisite, key));
    if (missing.length > 0) {
      const code = missing.every((key) => key === 'type') ? 'toggle-vanishes' : 'service-limit';
      const at = atFirstOf(prerequisite, ['key', 'value', 'type']);
      return [{ ...inProduction(code, t('A prerequisite needs {0}.', listed(missing))), ...at }];
    }
    if (typeof type !== 'string') return nothing;
    if (!types.includes(type)) {
      const why = t('The "type" of a prerequisite is one of {0}.', listed(types));
      return [{ ...inProduction('toggle-vanishes', why), path: ['type'] }];
    }
    return typeof value === 'string' ? ofValue(type, value) : nothing;
  },
});

/** In lower case alone (service.md B). */
const types = ['string', 'number', 'boolean', 'json'];

function ofValue(type: string, value: string): readonly ObjectFinding[] {
  const found = (code: ProductionCode, why: string) => [{ ...inProduction(code, why), path: ['value'] }];
  if (type === 'number') {
    if (isNumberBeyondDouble(value))
      return found(
        'freezes-environment',
        t(
          '{0} is beyond the numbers that it can read; with its cache, it reads a text that no number equals.',
          quoted(value),
        ),
      );
    return isNumberValue(value) ? nothing : found('toggle-vanishes', t('{0} is no decimal number.', quoted(value)));
  }
  const read = type === 'json' ? jsonValue(value) : 'object';
  if (read === 'object') return nothing;
  // Without a value it is handed on, and nobody can read it.
  return found(
    read === 'nothing' ? 'freezes-environment' : 'toggle-vanishes',
    t('{0} is no JSON object.', quoted(value)),
  );
}
