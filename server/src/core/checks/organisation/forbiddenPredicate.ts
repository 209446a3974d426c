/**
 * # forbidden-predicate (error; a rule of the organisation)
 * The condition has a predicate that [`forbid`](rules.md) lists.
 * Not reported: a forbidden predicate in a bound of `between`.
 *
 * Fix: express the condition by another predicate.
 */
import { t } from '../../t.js';
import { noFindings, objectCheck } from '../check.js';
import { findByPolicies } from './policies.js';
import { quoted } from '../words.js';

export const forbiddenPredicate = objectCheck({
  looksAt: 'condition',
  reads: ['policies'],
  find: ({ predicate }, { policies }) =>
    typeof predicate !== 'string'
      ? noFindings
      : findByPolicies(
          policies,
          'forbid',
          (forbidden) => (forbidden.includes(predicate) ? true : undefined),
          () => ({
            code: 'forbidden-predicate',
            path: ['predicate'],
            message: t('The predicate {0} is not allowed ("{1}").', quoted(predicate), 'forbid'),
          }),
        ),
});
