/** Tests that a rule is found in the config, for one environment or for all. */
import { expect, test } from 'vitest';
import { parse } from '../../server/src/core/json/document.js';
import { ruleInConfig } from '../../server/src/core/targeting/rules/ruleInConfig.js';

const config = parse(`{
  "rules": { "max-step": 25, "forbid": [] },
  "environments": {
    "online": { "rules": { "max-step": 10 } }
  }
}`);

test("the environment's own rule takes precedence over the general rule", () => {
  const places = [
    ruleInConfig(config, 'max-step', 'online'),
    ruleInConfig(config, 'max-step', 'dev'),
    ruleInConfig(config, 'forbid', 'online'),
  ];
  expect(places.map((place) => place?.start)).toEqual([
    { line: 3, character: 27 },
    { line: 1, character: 13 },
    { line: 1, character: 29 },
  ]);
  expect(ruleInConfig(config, 'toggle-name')).toBeUndefined();
});
