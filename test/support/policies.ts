/** Rules of the organization for the fixtures of their problems, by code; these fixtures are in a folder of that name. */
import { breaksToggleName } from '../../server/src/core/checks/organization/toggleName.js';
import type { PoliciesOfFile } from '../../server/src/core/targeting/rules/policy.js';
import { policyOf } from '../../server/src/core/targeting/rules/policy.js';

export const rulesBeside: Readonly<Record<string, object>> = {
  'too-many-rules': { 'max-rules': 2 },
  'missing-tests': { require: ['tests'] },
  'missing-owner': { require: ['owner'] },
  'forbidden-predicate': { forbid: ['matches regex', 'does not match regex', '>'] },
  'unlisted-attribute': { attributes: { city: 'string', app_version: 'semver', signed_up: 'datetime' } },
  'attribute-type': { attributes: { age: 'number', build: 'any', app_version: 'semver' } },
  'toggle-name': { 'toggle-name': '^[a-z]+_[a-z]+$' },
  'missing-comment': { require: ['comment'] },
  'missing-rule-name': { require: ['rule-name'] },
  'missing-description': { require: ['variation-description'] },
};

export function policiesBeside(uri: string): PoliciesOfFile | undefined {
  const rules = rulesBeside[uri.split('/').at(-2) ?? ''];
  return rules && policiesIn(rules);
}

const known = new Map<object, PoliciesOfFile>();

export function policiesIn(rules: object): PoliciesOfFile {
  const policy = policyOf(rules);
  const policies = known.get(rules) ?? {
    ...{ toggle: 'toggle', hasTests: false, owners: [] },
    policies: [{ policy, environments: undefined, nameBreaks: breaksToggleName('toggle', policy) }],
  };
  known.set(rules, policies);
  return policies;
}

export function configBeside(code: string): string {
  const config = { baseUrl: 'https://a.b', project: 'p', environments: { dev: {} }, rules: rulesBeside[code] };
  return JSON.stringify(config);
}
