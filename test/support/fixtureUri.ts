import { rulesBeside } from './policies.js';

/** The URI of a fixture's document; the fixture's folder decides the kind of file. */
export function fixtureUri(name: string): string {
  const [code = ''] = name.split('/');
  const [, file = 'toggle.targeting.json'] = files.find(([codes]) => codes.includes(code)) ?? [];
  return code in rulesBeside ? `file:///a/${code}/${file}` : `file:///a/${file}`;
}

const files: readonly (readonly [readonly string[], string])[] = [
  [['invalid-config', 'look-alike-names', 'unclear-rule', 'repeated-rule'], 'targeting.config.json'],
  [['invalid-users', 'duplicate-user', 'unknown-attribute'], 'targeting.users.json'],
  [['invalid-tests', 'unknown-name', 'impossible-test'], 'toggle.targeting.test.json'],
];
