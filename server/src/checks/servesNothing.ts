/**
 * empty-serve and ambiguous-serve: a serve has either `select` or `split`. A toggle that was just made has
 * `"defaultServe": {}` and is disabled, so that one counts only when the file enables the toggle.
 */
import { inProduction, messages } from './catalogue.js';
import type { ProductionCode } from './catalogue.js';
import { nothing, objectCheck } from './check.js';

export const servesNothing = objectCheck({
  looksAt: 'serve',
  reads: ['disabled'],
  find: (serve, { disabled }, key) => {
    const [selects, splits] = [Object.hasOwn(serve, 'select'), Object.hasOwn(serve, 'split')];
    if (selects && splits) {
      const fixes = [{ kind: 'remove-property', key: 'split' } as const, { kind: 'remove-property' } as const];
      return [{ code: 'ambiguous-serve', path: ['select'], atKey: true, message: messages.ambiguousServe(), fixes }];
    }
    // An unknown property may be one of them, mistyped.
    if (selects || splits || Object.keys(serve).length > 0) return nothing;
    if (key === 'defaultServe' && disabled !== false) return nothing;
    const message = messages.emptyServe();
    const inFeatureProbe = inProduction(codeOfNothing(key), messages.serveNeeds());
    return [{ code: 'empty-serve', path: [], message, inFeatureProbe, fixes: [{ kind: 'serve-variation' }] }];
  },
});

/**
 * What a serve does that serves nothing (evaluation.md 1.3 and 1.4). The default's of a disabled toggle does no harm.
 * @param key the property that it stands behind
 */
export function codeOfNothing(key: string | undefined): ProductionCode {
  return key === 'defaultServe' ? 'toggle-vanishes' : 'freezes-environment';
}
