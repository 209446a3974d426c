/** Tests the evaluator where the examples and SDKs leave something open: unknown keys, and toggles that many others require. */
import { describe, expect, it } from 'vitest';
import type { ToggleSource } from '../../server/src/core/evaluation/environment.js';
import { receivedToggle } from '../../server/src/core/evaluation/environment.js';
import { evaluate } from '../../server/src/core/evaluation/evaluate.js';
import { evaluators } from '../../server/src/core/evaluation/sdks/sdks.js';
import { User } from '../../server/src/core/evaluation/user.js';
import { booleanToggle } from './booleanToggle.js';

function outcomes(
  asked: ToggleSource,
  others: readonly ToggleSource[],
  key?: string,
  attributes: Readonly<Record<string, string>> = {},
) {
  const toggles = new Map(others.map((each) => [each.key, each]));
  const arrival = receivedToggle(asked, { toggles, segments: new Map() });
  if (arrival.obstacle !== undefined) throw new Error(arrival.obstacle.status);
  const results = evaluate(arrival.toggle, new User(key, new Map(Object.entries(attributes)), 0), arrival.environment);
  return Object.fromEntries(evaluators.map((each, place) => [each, results[place]?.outcome]));
}

const everybody = (outcome: unknown) => Object.fromEntries(evaluators.map((each) => [each, outcome]));

describe('a user with an unknown key', () => {
  it('gets "depends" from a split', () => {
    expect(outcomes(booleanToggle('t', { defaultServe: { split: [5_000, 5_000] } }), [])).toEqual(everybody('depends'));
  });

  it('gets the same as everyone else if nothing is split', () => {
    expect(outcomes(booleanToggle('t', {}), [])).toEqual(everybody(1));
  });

  it('gets "depends" only from Java if the disabledServe of an enabled toggle is split', () => {
    const asked = booleanToggle('t', { disabledServe: { split: [4_000] } });
    expect(outcomes(asked, [])).toEqual({ ...everybody(1), java: 'depends' });
  });
});

it('a user with an empty key gets a random bucket in Go', () => {
  const asked = booleanToggle('t', { defaultServe: { split: [5_000, 5_000] } });
  expect(outcomes(asked, [], '')).toEqual({ ...everybody(0), go: 'depends' });
});

it('evaluates each prerequisite once, even if the number of paths explodes', () => {
  const requires = (key: string) => ({
    prerequisites: Array.from({ length: 50 }, () => ({ key, type: 'boolean', value: 'true' })),
  });
  const chain = Array.from({ length: 19 }, (_, index) =>
    booleanToggle(`p${index}`, index < 18 ? requires(`p${index + 1}`) : {}),
  );
  expect(outcomes(booleanToggle('t', requires('p0')), chain, 'u')).toEqual(everybody(1));
});

it('a toggle that requires itself serves disabledServe, and in Node and Python defaultServe', () => {
  const own = { prerequisites: [{ key: 't', type: 'boolean', value: 'true' }] };
  expect(outcomes(booleanToggle('t', own), [], 'u')).toEqual({ ...everybody(0), node: 1, python: 1 });
});

it('a disabled toggle at the end of the longest chain is too deep only for Go', () => {
  const requires = (key: string, value: string) => ({ prerequisites: [{ key, type: 'boolean', value }] });
  const chain = Array.from({ length: 19 }, (_, index) =>
    booleanToggle(`p${index}`, requires(`p${index + 1}`, index < 18 ? 'true' : 'false')),
  );
  const last = booleanToggle('p19', {}, true);
  expect(outcomes(booleanToggle('t', requires('p0', 'true')), [...chain, last], 'u')).toEqual({
    ...everybody(1),
    go: 0,
  });
});

it('an empty time means the current time, except in Rust and Node', () => {
  const conditions = [{ type: 'datetime', subject: 'at', predicate: 'before', objects: ['2000-01-01T00:00:00Z'] }];
  const asked = booleanToggle('t', { rules: [{ conditions, serve: { select: 0 } }] });
  expect(outcomes(asked, [], 'u', { at: '' })).toEqual({ ...everybody(0), rust: 1, node: 1 });
});
