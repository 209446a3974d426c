/** Custom request `test`: a case that expects the user's current result, as JSON for an item of `cases`. */
import { t } from '../../t.js';
import { oneLine } from '../../features/variations.js';
import type { AskedUser } from '../../protocol.js';
import { listOf } from '../../targeting/joined.js';
import { targetingOf } from '../../targeting/model.js';
import { deciderInWords } from '../reasons/deciding.js';
import type { Evaluated, Person } from '../evaluated.js';

/** @param asked the user's data, or undefined for a user in targeting.users.json, whom the case refers to by name */
export function testCase(evaluated: Evaluated, person: Person, asked: AskedUser | undefined): string {
  const { results, decider } = evaluated.decided(person);
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
  const place = ruleName === undefined || ruleName === '' ? deciderInWords(evaluated, decider) : ruleName;
  const title = t('{0}: {1} gets {2}', place, userInWords(person, asked), evaluated.words.name(outcome));
  const called = outcome === 'depends' ? {} : { name: oneLine(title, 80) };
  return JSON.stringify({ ...called, user, now: date, bucket, expect }, undefined, 2);
}

function userInWords(person: Person, asked: AskedUser | undefined): string {
  if (asked === undefined) return person.name;
  const attributes = Object.entries(asked.attributes).map(([name, value]) => `${name}=${value}`);
  const segments = (asked.segments ?? []).map((segment) => t('in segment {0}', segment));
  const known = [...attributes, ...segments].slice(0, 3);
  return known.length === 0 ? (asked.key ?? t('anyone')) : listOf(known);
}
