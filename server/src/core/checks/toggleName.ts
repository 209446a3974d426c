/**
 * # toggle-name (error; a rule of the organisation)
 * The key of the toggle does not match the regular expression of [`toggle-name`](rules.md). The key follows from the
 * path of the file.
 *
 * Fix: rename the file.
 */
import { t } from '@vscode/l10n';
import { searchFor } from '../evaluation/regexes.js';
import type { Policy } from '../targeting/policy.js';
import { nothing, objectCheck } from './check.js';
import { findByPolicies, placeOfBody } from './policies.js';
import { quoted } from './words.js';

/** An expression that no engine compiles, or that engines read in different ways, is a problem of the config alone. */
export function breaksToggleName(toggle: string, { toggleName }: Policy): boolean {
  return toggleName !== undefined && searchFor(toggleName)(toggle) === false;
}

export const toggleName = objectCheck({
  looksAt: 'body',
  reads: ['policies'],
  readsItems: () => false,
  find: (body, { policies }) =>
    findByPolicies(policies, 'toggle-name', ({ toggleName: form = '' }, { nameBreaks }) =>
      nameBreaks
        ? [
            {
              code: 'toggle-name',
              ...placeOfBody(body),
              message: t(
                'The key of the toggle, {0}, does not match {1} ("{2}").',
                quoted(policies?.toggle ?? ''),
                quoted(form),
                'toggle-name',
              ),
            },
          ]
        : nothing,
    ),
});
