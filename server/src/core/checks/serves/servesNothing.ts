/**
 * # empty-serve (warning)
 * A serve with neither `select` nor `split` serves nothing.
 * Not reported: an empty `defaultServe` in a file without `"disabled": false`; a serve that is missing.
 *
 * Fix: choose a variation by name.
 *
 * # ambiguous-serve (warning)
 * A serve has both `select` and `split`.
 * Not reported: a serve with `select` twice, which is a `duplicate-key`.
 *
 * Fix: remove either.
 * ---
 * A new toggle has `"defaultServe": {}` and is disabled, so an empty default counts only if the file enables the toggle.
 */
import { t } from '../../t.js';
import type { ProductionCode } from '../codes.js';
import { featureProbeConsequence } from './production.js';
import { noFindings, objectCheck } from '../check.js';

export const servesNothing = objectCheck({
  looksAt: 'serve',
  reads: ['disabled'],
  find: (serve, { disabled }, key) => {
    const [selects, splits] = [Object.hasOwn(serve, 'select'), Object.hasOwn(serve, 'split')];
    if (selects && splits) {
      const fixes = [{ kind: 'remove-property', key: 'split' } as const, { kind: 'remove-property' } as const];
      const message = t('A serve has either "select" or "split", not both.');
      return [{ code: 'ambiguous-serve', path: ['select'], atKey: true, message, fixes }];
    }
    // An unknown property may be a mistyped `select` or `split`.
    if (selects || splits || Object.keys(serve).length > 0) return noFindings;
    if (key === 'defaultServe' && disabled !== false) return noFindings;
    const message = t('This serve is empty, so it serves nothing: add "select" or "split".');
    const consequence = featureProbeConsequence(codeOfNothing(key), serveNeeds());
    return [{ code: 'empty-serve', path: [], message, consequence, fixes: [{ kind: 'serve-variation' }] }];
  },
});

/** The consequence of a serve that serves nothing (evaluation.md 1.3 and 1.4). @param key the key of the serve */
export function codeOfNothing(key: string | undefined): ProductionCode {
  return key === 'defaultServe' ? 'toggle-vanishes' : 'freezes-environment';
}

export function serveNeeds(): string {
  return t('A serve needs "select" or "split".');
}
