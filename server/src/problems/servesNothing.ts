/**
 * empty-serve and ambiguous-serve: a serve has either `select` or `split`. A toggle that was just made has
 * `"defaultServe": {}` and is disabled, so that one counts only when the file enables the toggle.
 */
import { messages } from './catalogue.js';
import type { FileRule } from './rule.js';
import { nothing } from './rule.js';

export const servesNothing: FileRule = {
  looksAt: 'serve',
  check: (serve, { disabled }, key) => {
    const [selects, splits] = [Object.hasOwn(serve, 'select'), Object.hasOwn(serve, 'split')];
    if (selects && splits) {
      const fixes = [{ kind: 'remove-property', key: 'split' } as const, { kind: 'remove-property' } as const];
      return [{ code: 'ambiguous-serve', path: ['select'], atKey: true, message: messages.ambiguousServe(), fixes }];
    }
    // An unknown property may be one of them, mistyped.
    if (selects || splits || Object.keys(serve).length > 0) return nothing;
    if (key === 'defaultServe' && disabled !== false) return nothing;
    return [{ code: 'empty-serve', path: [], message: messages.emptyServe(), fixes: [{ kind: 'serve-variation' }] }];
  },
};
