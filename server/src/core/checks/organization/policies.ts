/** Functions for checks of the organization's rules. A finding names the rule that the file breaks. */
import { t } from '../../t.js';
import { listOfFirst } from '../../targeting/joined.js';
import type { PoliciesOfFile, Policy, PolicyOfFile, PolicyRule, Requirement } from '../../targeting/rules/policy.js';
import type { FileFinding, PlainObject } from '../check.js';
import { noFindings } from '../check.js';

/**
 * Reports a broken rule once for all environments that have it, so that there is not one finding per environment.
 * @param breaks returns how the file breaks the rule, given the rule's value in the config; undefined if it does not
 * @param say creates one finding for each distinct result of `breaks`, given the first value that caused this result
 */
export function findByPolicies<Rule extends PolicyRule, Way>(
  file: PoliciesOfFile | undefined,
  rule: Rule,
  breaks: (said: NonNullable<Policy[Rule]>, ofFile: PolicyOfFile) => Way | undefined,
  say: (way: Way, said: NonNullable<Policy[Rule]>) => FileFinding,
): readonly FileFinding[] {
  if (file === undefined) return noFindings;
  const found = new Map<Way, { said: NonNullable<Policy[Rule]>; environments: string[] | undefined }>();
  for (const each of file.policies) {
    const { [rule]: said } = each.policy;
    const way = said === undefined ? undefined : breaks(said, each);
    if (said === undefined || way === undefined) continue;
    const known = found.get(way);
    if (known === undefined) found.set(way, { said, environments: each.environments?.slice() });
    else known.environments?.push(...(each.environments ?? []));
  }
  if (found.size === 0) return noFindings;
  return Array.from(found, ([way, { said, environments }]) => {
    const finding = say(way, said);
    const message =
      environments === undefined ? finding.message : t('In {0}: {1}', listOfFirst(environments), finding.message);
    return { ...finding, message, breaks: { rule, environments } };
  });
}

/** Returns a `breaks` function for `findByPolicies` that checks whether a policy requires the missing part. */
export function requires(
  what: Requirement,
  isMissing: boolean,
): (required: readonly Requirement[]) => true | undefined {
  return (required) => (isMissing && required.includes(what) ? true : undefined);
}

/** The key that is marked for a problem of the whole file. */
export function placeOfBody(body: PlainObject): Pick<FileFinding, 'path' | 'atKey'> {
  const key = ['content', ...Object.keys(body)].find((each) => Object.hasOwn(body, each));
  return key === undefined ? { path: [] } : { path: [key], atKey: true };
}
