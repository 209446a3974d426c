/**
 * select-out-of-range: a serve selects a variation that the file's own list does not have. The service takes it
 * without a word, and SDKs then serve nothing at all (service.md B); a negative one they cannot read (evaluation.md 1.4).
 * When the file has no `variations`, the service keeps the list that it has stored, and a negative one alone is wrong.
 */
import { inProduction, messages } from './catalogue.js';
import { nothing, objectCheck } from './check.js';

export const selectOutOfRange = objectCheck({
  looksAt: 'serve',
  reads: ['variationCount'],
  find: ({ select, split }, { variationCount }) => {
    if (!Number.isInteger(select)) return nothing;
    const index = Number(select);
    // The service takes a split before a select.
    const isRead = !Array.isArray(split) || split.length === 0;
    const inFeatureProbe =
      index < 0 && isRead ? inProduction('freezes-environment', messages.negativeSelect(index)) : undefined;
    if (variationCount === undefined)
      return inFeatureProbe === undefined ? nothing : [{ ...inFeatureProbe, path: ['select'] }];
    if (index >= 0 && index < variationCount) return nothing;
    return [
      {
        code: 'select-out-of-range',
        path: ['select'],
        message: messages.selectOutOfRange(index, variationCount),
        inFeatureProbe,
        ofVariations: messages.selectOutOfRangeRelated(),
        fixes: [{ kind: 'select-variation' }],
      },
    ];
  },
});
