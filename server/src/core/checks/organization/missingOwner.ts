/**
 * # missing-owner (error; a rule of the organization)
 * [`require`](rules.md) asks for an owner, but no line of CODEOWNERS gives the file one. CODEOWNERS is searched for as
 * GitHub and GitLab do.
 * Not reported: any file while CODEOWNERS cannot be searched, as in a browser or above the open folder.
 *
 * Fix: add a line for the file or its folder, such as `/toggles/shop/ @shop`.
 */
import { t } from '../../t.js';
import { fileCheck } from '../check.js';
import { findByPolicies, requires } from './policies.js';

export const missingOwner = fileCheck({
  reads: ['policies'],
  find: ({ policies }) =>
    findByPolicies(policies, 'require', requires('owner', policies?.owners?.length === 0), () => ({
      code: 'missing-owner',
      path: ['content'],
      atKey: true,
      message: t('The file has no owner in CODEOWNERS ("{0}").', 'require'),
    })),
});
