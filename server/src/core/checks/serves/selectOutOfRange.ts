/**
 * # select-out-of-range (warning)
 * A serve selects a variation that the file does not have. The service accepts the file silently, and users then get
 * nothing at all. The SDK for Python throws. If the serve is `disabledServe`, the SDK for Java gives nobody a value,
 * even while the toggle is enabled.
 * Not reported: an index in a file without `variations`, unless it is negative: the service keeps its own.
 *
 * Fix: choose a variation by name.
 * ---
 * SDKs serve nothing for a missing variation (service.md B), and cannot read a negative index (evaluation.md 1.4; 8,
 * rows 25 and 26). If the file has no `variations`, the service keeps its own list, so only a negative index is wrong.
 */
import { t } from '../../t.js';
import { featureProbeConsequence } from './production.js';
import { noFindings, objectCheck } from '../check.js';

export const selectOutOfRange = objectCheck({
  looksAt: 'serve',
  reads: ['variationCount'],
  find: ({ select, split }, { variationCount }) => {
    if (!Number.isInteger(select)) return noFindings;
    const index = Number(select);
    // The service reads `split` before `select`.
    const isRead = !Array.isArray(split) || split.length === 0;
    const consequence =
      index < 0 && isRead
        ? featureProbeConsequence('freezes-environment', t('Variation {0} cannot exist: indices start at 0.', index))
        : undefined;
    if (variationCount === undefined)
      return consequence === undefined ? noFindings : [{ ...consequence, path: ['select'] }];
    if (index >= 0 && index < variationCount) return noFindings;
    return [
      {
        code: 'select-out-of-range',
        path: ['select'],
        message: noSuchVariation(index, variationCount),
        consequence,
        ofVariations: theVariations(),
        fixes: [{ kind: 'select-variation' }],
      },
    ];
  },
});

export function noSuchVariation(index: number, count: number): string {
  if (count === 0) return t('Variation {0} does not exist: this toggle has no variations.', index);
  if (count === 1) return t('Variation {0} does not exist: the only variation is 0.', index);
  return t('Variation {0} does not exist: this toggle has {1} variations (0 to {2}).', index, count, count - 1);
}

export function theVariations(): string {
  return t('The variations of this toggle.');
}
