/** The rules of the organisation beside the fixtures of their problems, by code; such a fixture lies in a folder of that name. */
import type { PoliciesOfFile } from '../../server/src/core/targeting/policy.js';
import { policyOf } from '../../server/src/core/targeting/policy.js';

export const rulesBeside: Readonly<Record<string, object>> = {
  'too-many-rules': { 'max-rules': 2 },
  'forbidden-predicate': { forbid: ['matches regex', 'does not match regex'] },
};

/** Of the fixture with that URI. */
export function policiesBeside(uri: string): PoliciesOfFile | undefined {
  const rules = rulesBeside[uri.split('/').at(-2) ?? ''];
  return rules && policiesIn(rules);
}

const known = new Map<object, PoliciesOfFile>();

function policiesIn(rules: object): PoliciesOfFile {
  const policies = known.get(rules) ?? {
    ...{ toggle: 'toggle', hasTests: false, owners: [] },
    policies: [{ policy: policyOf(rules), environments: undefined }],
  };
  known.set(rules, policies);
  return policies;
}

/** The targeting.config.json beside the fixtures of a code. */
export function configBeside(code: string): string {
  const config = { baseUrl: 'https://a.b', project: 'p', environments: { dev: {} }, rules: rulesBeside[code] };
  return JSON.stringify(config);
}
