/**
 * # toggle-name (error; a rule of the organization)
 * The key of the toggle does not match the regular expression of [`toggle-name`](rules.md). The key follows from the file's
 * path.
 * Not reported: any key while the expression is unclear; the config then has an `unclear-rule`.
 *
 * Fix: rename the file.
 */
import { t } from '../../t.js';
import { Budget } from '../../budget.js';
import type { Search } from '../../evaluation/texts/regexes.js';
import { searchFor } from '../../evaluation/texts/regexes.js';
import type { Policy } from '../../targeting/rules/policy.js';
import { objectCheck } from '../check.js';
import { findByPolicies, placeOfBody } from './policies.js';
import { quoted } from '../words.js';

/**
 * Whether the key breaks the rule. Invalid or ambiguous expressions are a problem of the config, not of the key.
 * @param search compiles the expression
 * @param budget the remaining steps, shared by the expressions of all environments
 */
export function breaksToggleName(
  toggle: string,
  { 'toggle-name': form }: Policy,
  search = searchForName,
  budget = new Budget(STEPS_FOR_A_NAME),
): boolean {
  return form !== undefined && search(form)(toggle, budget) === false;
}

/** Compiles an expression. The size of its automaton is limited, because a config may have 200 such expressions. */
export function searchForName(form: string): Search {
  return searchFor(form, { mostStates: MAX_NAME_STATES });
}

const MAX_NAME_STATES = 2_000;
/** The maximum number of steps for one file. They take less than a millisecond. */
export const STEPS_FOR_A_NAME = 200_000;

export const toggleName = objectCheck({
  looksAt: 'body',
  reads: ['policies'],
  find: (body, { policies }) =>
    findByPolicies(
      policies,
      'toggle-name',
      (form, { nameBreaks }) => (nameBreaks ? form : undefined),
      (form) => ({
        code: 'toggle-name',
        ...placeOfBody(body),
        message: t(
          'The key of the toggle, {0}, does not match {1} ("{2}").',
          quoted(policies?.toggle ?? ''),
          quoted(form),
          'toggle-name',
        ),
      }),
    ),
});
