/**
 * # missing-tests (error; a rule of the organization)
 * [`require`](rules.md) asks for tests, but no `*.targeting.test.json` next to this file has a case for its environment.
 * Not reported: rules without a case of their own, or cases that fail.
 *
 * Fix: *Add a test for this rule*, in the lightbulb of a rule, creates the file and its first case.
 */
import { t } from '../../t.js';
import { fileCheck } from '../check.js';
import { findByPolicies, requires } from './policies.js';

export const missingTests = fileCheck({
  reads: ['policies'],
  find: ({ policies }) =>
    findByPolicies(policies, 'require', requires('tests', policies?.hasTests === false), () => ({
      code: 'missing-tests',
      path: ['content'],
      atKey: true,
      message: t('The file has no tests. Add a case to its *.targeting.test.json ("{0}").', 'require'),
    })),
});
