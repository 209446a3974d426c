/**
 * # forbidden-predicate (error; a rule of the organization)
 * The condition has a predicate that [`forbid`](rules.md) lists.
 * Not reported: the predicates of bounds in a condition that is not `between`, which the service ignores.
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
  find: (condition, { policies }) =>
    (condition['predicate'] === 'between' ? ['predicate', 'leftPredicate', 'rightPredicate'] : ['predicate']).flatMap(
      (key) => {
        const predicate = condition[key];
        if (typeof predicate !== 'string') return noFindings;
        return findByPolicies(
          policies,
          'forbid',
          (forbidden) => (forbidden.includes(predicate) ? true : undefined),
          () => ({
            code: 'forbidden-predicate',
            path: [key],
            message: t('The predicate {0} is not allowed ("{1}").', quoted(predicate), 'forbid'),
          }),
        );
      },
    ),
});
