/** Tests witnesses: users made to reach a rule. */
import { Budget } from '../../server/src/core/budget.js';
import { expect, it } from 'vitest';
import { Analysis } from '../../server/src/core/analysis/analysis.js';
import type { Content } from './contents.js';
import { arrivalIn } from './contents.js';
import { compares, is, isIn, rule, worldWith } from './toggles.js';

const now = 1_700_000_000;

function analysisOf(rules: Content['rules'], prerequisites: Content['prerequisites'] = []): Analysis {
  return new Analysis({ ...arrivalIn(worldWith(rules, { prerequisites })), now, budget: new Budget(Infinity) });
}

const nothingElse = { key: undefined, segments: undefined, bucket: undefined, now: undefined };

it('a witness has exactly the attributes that the rule needs', () => {
  const analysis = analysisOf([
    rule({ select: 1 }, is('city', 'Paris', 'Rome'), compares('number', 'age', '>', '18')),
    rule({ select: 2 }, is('city', 'Paris')),
  ]);
  const attributes = (entries: Record<string, string>) => ({
    ...nothingElse,
    attributes: new Map(Object.entries(entries)),
  });
  expect(analysis.witnessOf(0)).toEqual(attributes({ city: 'Paris', age: '19' }));
  expect(analysis.witnessOf(1)).toEqual(attributes({ city: 'Paris' }));
  expect(analysis.witnessOf('default')).toEqual(attributes({}));
});

it('a rule that nobody reaches has no witness', () => {
  const analysis = analysisOf([
    rule({ select: 1 }, is('city', 'Paris', 'Rome')),
    rule({ select: 2 }, is('city', 'Rome')),
    rule({ select: 2 }),
  ]);
  expect(analysis.witnessOf(1)).toBeUndefined();
  expect(analysis.witnessOf('default')).toBeUndefined();
});

it('the witness for a share has a key whose bucket is in that share', () => {
  const analysis = analysisOf([rule({ split: [3_000, 0, 7_000] }, is('city', 'Paris'))]);
  expect(analysis.witnessOf(0, 0)?.key).toMatch(/^user-\d+$/);
  expect(analysis.witnessOf(0, 1)).toBeUndefined();
  expect(analysis.witnessOf(0, 2)?.key).not.toBe(analysis.witnessOf(0, 0)?.key);
});

it('a witness meets the prerequisites of the toggle', () => {
  const analysis = analysisOf([rule({ select: 1 }, is('city', 'Paris'))], [{ key: 'p1', type: 'string', value: 'c' }]);
  const found = analysis.witnessOf(0);
  expect(found?.attributes).toEqual(
    new Map([
      ['city', 'Paris'],
      ['plan', 'pro'],
    ]),
  );
  expect(found?.key).toMatch(/^user-\d+$/);
});

it('a witness is in the required segments, and uses the current time if that is enough', () => {
  const analysis = analysisOf([
    rule({ select: 1 }, isIn('s1'), compares('datetime', 'at', 'before', '2030-01-01T00:00:00+00:00')),
    rule({ select: 2 }, compares('datetime', 'at', 'after', '2030-01-01T00:00:00+00:00')),
  ]);
  expect(analysis.witnessOf(0)).toEqual({ ...nothingElse, attributes: new Map(), segments: ['s1'], now });
  expect(analysis.witnessOf(1)).toEqual({ ...nothingElse, attributes: new Map([['at', '1893456000']]), segments: [] });
});
