/** Tests the reason for a value, and the evaluation of half-typed text. */
import { describe, expect, it } from 'vitest';
import type { ToggleSource } from '../../server/src/core/evaluation/environment.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { explain } from '../../server/src/core/evaluation/explain.js';
import { all, none, official } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { booleanToggle } from './booleanToggle.js';
import { condition as conditionOf } from '../support/targeting.js';

const condition = (subject: string, ...objects: string[]) => conditionOf('string', subject, 'is one of', ...objects);
const between = {
  ...{ ...conditionOf('number', 'age', 'between', '18'), leftPredicate: '>=' },
  ...{ rightPredicate: '<', rightObjects: ['30'] },
};

function explained(source: ToggleSource, attributes: Readonly<Record<string, string>>, others: ToggleSource[] = []) {
  const toggles = new Map(others.map((each) => [each.key, each]));
  const arrival = receivedToggle(source, { toggles, segments: undefined });
  const user = new User('user-1', new Map(Object.entries(attributes)), 0, undefined, new Map([['split', 7_500]]));
  return { obstacle: arrival.obstacle, ...explain(arrival.toggle, user, arrival.environment) };
}

describe('the reason for a value', () => {
  it('lists each condition with the compared attribute, even for rules that are not reached', () => {
    const rules = [
      { serve: { select: 0 }, conditions: [condition('city', 'Paris'), condition('plan', 'pro')] },
      { serve: { select: 1 }, conditions: [between] },
      { serve: { select: 0 }, conditions: [condition('city', 'Lyon')] },
    ];
    const { rules: steps, results } = explained(booleanToggle('t', { rules }), { city: 'Lyon', age: '19' });
    expect(results[0]).toEqual({ outcome: 1, rule: 1 });
    expect(steps.map(({ reached, decides }) => [reached, decides])).toEqual([
      [all, none],
      [all, all],
      [none, none],
    ]);
    const told = steps.map(({ conditions }) =>
      conditions.map(({ verdict, parts }) => [verdict.holds === all, parts.map(({ attribute }) => attribute)]),
    );
    expect(told).toEqual([
      [
        [false, ['Lyon']],
        [false, [undefined]],
      ],
      [[true, ['19', '19']]],
      [[true, ['Lyon']]],
    ]);
  });

  it('lists no rule as reached if the toggle is disabled', () => {
    const rules = [{ serve: { select: 1 }, conditions: [] }];
    const [step] = explained(booleanToggle('t', { rules }, true), {}).rules;
    expect([step?.reached, step?.decides]).toEqual([none, none]);
  });

  it('lists what each prerequisite serves, and in which SDKs the evaluation continues', () => {
    const prerequisite = (key: string, value: string) => ({ key, type: 'boolean', value });
    const prerequisites = [prerequisite('on', 'true'), prerequisite('off', 'true'), prerequisite('gone', 'true')];
    const others = [booleanToggle('on', {}), booleanToggle('off', { defaultServe: { select: 0 } })];
    const { prerequisites: steps, rules } = explained(
      booleanToggle('t', { prerequisites, rules: [{ serve: { select: 1 }, conditions: [] }] }),
      {},
      others,
    );
    expect(steps).toEqual([
      { key: 'on', reached: all, met: all, serves: { value: 'true' } },
      { key: 'off', reached: all, met: none, serves: { value: 'false' } },
      { key: 'gone', reached: none, met: none, serves: 'not asked' },
    ]);
    expect(rules[0]?.reached).toBe(none);
  });

  it('uses the requested bucket instead of the bucket of the key', () => {
    const { bucket, results } = explained(booleanToggle('split', { defaultServe: { split: [7_500, 2_500] } }), {});
    expect(bucket).toBe(7_500);
    expect(results.map(({ outcome }) => outcome)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('an incomplete file', () => {
  const half = { serve: { select: 0 }, conditions: [condition('city', 'Paris'), { type: 'number', subject: 'age' }] };

  it('is evaluated for users whose result an earlier rule or condition decides', () => {
    const source = booleanToggle('t', { rules: [half, { conditions: [condition('city', 'Lyon')] }] });
    const { obstacle, results } = explained(source, { city: 'Nice' });
    expect(results[0]).toEqual({ outcome: 1, rule: undefined });
    expect(obstacle).toEqual({ status: 'vanishes', path: ['content', 'rules', 1, 'serve'] });
  });

  it.each<[string, Record<string, string>, number]>([
    ['a condition without a predicate', { city: 'Paris' }, 0],
    ['a rule without a serve', { city: 'Lyon' }, 1],
  ])('has an unknown result for users who reach %s', (_, attributes, rule) => {
    const source = booleanToggle('t', { rules: [half, { conditions: [condition('city', 'Lyon')] }] });
    expect(explained(source, attributes).results[0]).toEqual({ outcome: 'depends', rule });
  });

  it.each<[string, object]>([
    ['a default that is not there', { defaultServe: {} }],
    ['a prerequisite without a key', { prerequisites: [{ type: 'boolean', value: 'true' }] }],
    ['rules that are no list, and no default', { rules: {}, defaultServe: undefined }],
  ])('has an unknown result for everyone with %s', (_, content) => {
    const { obstacle, results } = explained(booleanToggle('t', content), {});
    expect(results.every(({ outcome }) => outcome === 'depends')).toBe(true);
    expect(obstacle).toBeDefined();
  });

  it('can serve a variation whose value is still incomplete', () => {
    const variations = [{ value: 'false' }, null];
    expect(explained(booleanToggle('t', { variations }), {}).results[0]).toEqual({ outcome: 1, rule: undefined });
  });
});

describe('a user with known segments', () => {
  it('is in exactly those segments', () => {
    const inSegment = { type: 'segment', subject: '', predicate: 'is in', objects: ['staff'] };
    const source = booleanToggle('t', { rules: [{ serve: { select: 0 }, conditions: [inSegment] }] });
    const { toggle: made, environment } = receivedToggle(source, { toggles: undefined, segments: undefined });
    const outcomeIn = (segments: ReadonlySet<string> | undefined) =>
      explain(made, new User('u', new Map(), 0, segments), environment).results.find(
        (_, place) => 1 << place === official,
      )?.outcome;
    expect([new Set(['staff']), new Set(['other']), undefined].map(outcomeIn)).toEqual([0, 1, 'depends']);
  });
});
