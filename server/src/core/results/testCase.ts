/** Our own request `test`: a case that expects what someone gets now, as JSON of an item of `cases`. */
import type { AskedUser } from '../protocol.js';
import { targetingOf } from '../targeting/model.js';
import type { Evaluated, Person } from './evaluated.js';

/** @param asked undefined for a user of targeting.users.json, whom the case names */
export function testCase(evaluated: Evaluated, person: Person, asked: AskedUser | undefined): string {
  const { results } = evaluated.decided(person);
  const { outcome, rule } = results[0] ?? { outcome: 'depends', rule: undefined };
  const { rules, variations = [] } = targetingOf(evaluated.json);
  const name = typeof outcome === 'number' ? variations[outcome]?.name : undefined;
  const isUnique = variations.filter((each) => each.name === name).length === 1;
  const ruleName = rule === undefined ? undefined : rules[rule]?.name;
  const isRuleUnique = rules.filter((each) => each.name === ruleName).length === 1;
  const { now, bucket, key, attributes, segments } = asked ?? { attributes: {} };
  const user = asked === undefined ? person.name : { key, attributes, segments };
  const expect = {
    ...(typeof outcome === 'number' ? { variation: name !== undefined && isUnique ? name : outcome } : {}),
    ...(outcome === 'code-default' ? { codeDefault: true } : {}),
    ...(rule === undefined || outcome === 'depends'
      ? {}
      : { rule: ruleName !== undefined && ruleName !== '' && isRuleUnique ? ruleName : rule }),
  };
  const date = now === undefined ? undefined : new Date(now * 1_000).toISOString().replace('.000Z', 'Z');
  return JSON.stringify({ user, now: date, bucket, expect }, undefined, 2);
}
