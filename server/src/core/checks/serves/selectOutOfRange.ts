/**
 * # select-out-of-range (warning)
 * A serve selects a variation that the file does not have. The service takes it without a word, and users then get
 * nothing at all. Silent in a file without `variations`, because the service then keeps the ones that it has. With the
 * SDK for Python the call throws; with the one for Java, nobody gets a value where it is in `disabledServe`, though
 * the toggle is enabled.
 *
 * Fix: one for each variation, by name.
 * ---
 * The service takes it without a word, and SDKs then serve nothing at all (service.md B); a negative one they cannot
 * read (evaluation.md 1.4; of 8, rows 25 and 26). When the file has no `variations`, the service keeps the list that it
 * has stored, and a negative one alone is wrong.
 */
import { t } from '@vscode/l10n';
import { featureProbeConsequence } from './production.js';
import { nothing, objectCheck } from '../check.js';

export const selectOutOfRange = objectCheck({
  looksAt: 'serve',
  reads: ['variationCount'],
  find: ({ select, split }, { variationCount }) => {
    if (!Number.isInteger(select)) return nothing;
    const index = Number(select);
    // The service takes a split before a select.
    const isRead = !Array.isArray(split) || split.length === 0;
    const consequence =
      index < 0 && isRead
        ? featureProbeConsequence('freezes-environment', t('Variation {0} cannot exist: indices start at 0.', index))
        : undefined;
    if (variationCount === undefined)
      return consequence === undefined ? nothing : [{ ...consequence, path: ['select'] }];
    if (index >= 0 && index < variationCount) return nothing;
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
  if (count === 0) return t('Variation {0} does not exist: this toggle has none.', index);
  if (count === 1) return t('Variation {0} does not exist: this toggle has 1 (only 0).', index);
  return t('Variation {0} does not exist: this toggle has {1} (0 to {2}).', index, count, count - 1);
}

/** Said at the file's list of variations. */
export function theVariations(): string {
  return t('The variations of this toggle.');
}
