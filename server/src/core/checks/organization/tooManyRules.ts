/**
 * # too-many-rules (error; a rule of the organization)
 * The file has more rules than [`max-rules`](rules.md) allows.
 * Not reported: rules that the file leaves to the service.
 *
 * Fix: merge rules that serve the same, or use a segment.
 */
import { t } from '../../t.js';
import { fileCheck } from '../check.js';
import { findByPolicies } from './policies.js';

export const tooManyRules = fileCheck({
  reads: ['policies', 'ruleNames'],
  find: ({ policies, ruleNames: { length } }) =>
    findByPolicies(
      policies,
      'max-rules',
      (maxRules) => (length > maxRules ? maxRules : undefined),
      (maxRules) => ({
        code: 'too-many-rules',
        path: ['content', 'rules'],
        atKey: true,
        message: t('The file has {0} rules; "{2}" allows at most {1}.', length, maxRules, 'max-rules'),
      }),
    ),
});
