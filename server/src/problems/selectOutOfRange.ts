/**
 * select-out-of-range: a serve selects a variation that the file's own list does not have. The service takes it
 * without a word, and SDKs then serve nothing at all (service.md B). Silent when the file has no `variations`, since
 * the service then keeps the list that it has stored.
 */
import { messages } from './catalogue.js';
import type { FileRule } from './rule.js';
import { nothing } from './rule.js';

export const selectOutOfRange: FileRule = {
  looksAt: 'serve',
  check: ({ select }, { variations }) => {
    if (variations === undefined || !Number.isInteger(select)) return nothing;
    const index = Number(select);
    if (index >= 0 && index < variations) return nothing;
    return [
      {
        code: 'select-out-of-range',
        path: ['select'],
        message: messages.selectOutOfRange(index, variations),
        ofVariations: messages.selectOutOfRangeRelated(),
        fixes: [{ kind: 'select-variation' }],
      },
    ];
  },
};
