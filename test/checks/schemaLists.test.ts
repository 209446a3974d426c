/** Tests that lists in the code agree with the schema of targeting files. If a test fails, one of the two is out of date. */
import { describe, expect, it } from 'vitest';
import schema from '../../schemas/targeting.schema.json' with { type: 'json' };
import { objectChecks } from '../../server/src/core/checks/all.js';
import { textLimits } from '../../server/src/core/checks/conditions/textLimit.js';
import { conditionTypes, predicates } from '../../server/src/core/targeting/values/predicates.js';

const { definitions } = schema;
const keysOf = new Map<string, readonly string[]>([
  ['body', Object.keys(schema.properties)],
  ...Object.entries(definitions).map(([name, { properties }]) => [name, Object.keys(properties)] as const),
]);

describe('the schema has', () => {
  it('every definition that a check refers to, so that no check is skipped', () => {
    expect(objectChecks.map(({ looksAt }) => looksAt).filter((name) => !keysOf.has(name))).toEqual([]);
  });

  it('every text with a length limit', () => {
    for (const [name, limits] of Object.entries(textLimits))
      expect(keysOf.get(name)).toEqual(expect.arrayContaining(Object.keys(limits)));
  });

  it('the same condition types and predicates as the checks', () => {
    const { type, predicate } = definitions.condition.properties;
    expect(type.examples.toSorted()).toEqual([...conditionTypes].sort());
    expect(new Set(predicate.examples)).toEqual(new Set(Object.values(predicates).flat()));
  });
});
