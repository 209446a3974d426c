/** What checks of the organisation's rules share: each different policy of a file is asked, and a finding says whose it is. */
import { t } from '@vscode/l10n';
import { listOf } from '../targeting/joined.js';
import type { PoliciesOfFile, Policy, PolicyRule } from '../targeting/policy.js';
import type { FileFinding } from './check.js';
import { nothing } from './check.js';

/** What one policy finds. A finding that another policy has at the same place already is said once. */
export function findByPolicies(
  file: PoliciesOfFile | undefined,
  rule: PolicyRule,
  find: (policy: Policy) => readonly FileFinding[],
): readonly FileFinding[] {
  if (file === undefined) return nothing;
  return file.policies.flatMap(({ policy, environments }) =>
    find(policy).map((finding) => ({
      ...finding,
      message: environments === undefined ? finding.message : t('In {0}: {1}', listOf(environments), finding.message),
      breaks: { rule, environments },
    })),
  );
}
