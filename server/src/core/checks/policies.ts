/** What checks of the organisation's rules share: each different policy of a file is asked, and a finding says whose it is. */
import { t } from '@vscode/l10n';
import { listOf } from '../targeting/joined.js';
import type { PoliciesOfFile, Policy, PolicyOfFile, PolicyRule } from '../targeting/policy.js';
import type { FileFinding, PlainObject } from './check.js';
import { nothing } from './check.js';

/** What one policy finds. A finding that another policy has at the same place already is said once. */
export function findByPolicies(
  file: PoliciesOfFile | undefined,
  rule: PolicyRule,
  find: (policy: Policy, ofFile: PolicyOfFile) => readonly FileFinding[],
): readonly FileFinding[] {
  if (file === undefined) return nothing;
  return file.policies.flatMap((each) => {
    const { policy, environments } = each;
    return find(policy, each).map((finding) => ({
      ...finding,
      message: environments === undefined ? finding.message : t('In {0}: {1}', listOf(environments), finding.message),
      breaks: { rule, environments },
    }));
  });
}

/** Where to mark what is wrong with the file as a whole: one key of it. */
export function placeOfBody(body: PlainObject): Pick<FileFinding, 'path' | 'atKey'> {
  const key = ['content', ...Object.keys(body)].find((each) => Object.hasOwn(body, each));
  return key === undefined ? { path: [] } : { path: [key], atKey: true };
}
