/** Shared by checks of the organisation's rules: a finding names the policies that it breaks. */
import { t } from '@vscode/l10n';
import { listOfFirst } from '../../targeting/joined.js';
import type { PoliciesOfFile, Policy, PolicyOfFile, PolicyRule, Requirement } from '../../targeting/rules/policy.js';
import type { FileFinding, PlainObject } from '../check.js';
import { nothing } from '../check.js';

/**
 * The findings of a rule, each once for all environments that have it, so that their number does not grow with the environments.
 *
 * @param breaks how the policy is broken; undefined if it is not
 * @param say is asked once for each way in which policies are broken, with the first policy that is broken so
 */
export function findByPolicies<Way>(
  file: PoliciesOfFile | undefined,
  rule: PolicyRule,
  breaks: (policy: Policy, ofFile: PolicyOfFile) => Way | undefined,
  say: (way: Way, policy: Policy) => FileFinding,
): readonly FileFinding[] {
  if (file === undefined) return nothing;
  const found = new Map<Way, { readonly policy: Policy; readonly environments: string[] | undefined }>();
  for (const each of file.policies) {
    const { policy, environments } = each;
    const way = breaks(policy, each);
    if (way === undefined) continue;
    const known = found.get(way);
    if (known === undefined) found.set(way, { policy, environments: environments?.slice() });
    else for (const environment of environments ?? []) known.environments?.push(environment);
  }
  if (found.size === 0) return nothing;
  return Array.from(found, ([way, { policy, environments }]) => {
    const finding = say(way, policy);
    const message =
      environments === undefined ? finding.message : t('In {0}: {1}', listOfFirst(environments), finding.message);
    return { ...finding, message, breaks: { rule, environments } };
  });
}

/** For `findByPolicies`: whether a policy requires something that is missing. */
export function requires(what: Requirement, isMissing: boolean): (policy: Policy) => true | undefined {
  return ({ require }) => (isMissing && require?.includes(what) === true ? true : undefined);
}

/** Where to mark what is wrong with the file as a whole: one key of it. */
export function placeOfBody(body: PlainObject): Pick<FileFinding, 'path' | 'atKey'> {
  const key = ['content', ...Object.keys(body)].find((each) => Object.hasOwn(body, each));
  return key === undefined ? { path: [] } : { path: [key], atKey: true };
}
