/** Tests changes if steps run out or results are unknown. See also test/protocol/changesSince.test.ts. */
import { expect, it } from 'vitest';
import { Budget } from '../../../server/src/core/budget.js';
import { changesSince } from '../../../server/src/core/results/impact/changesSince.js';
import type { Person } from '../../../server/src/core/results/evaluated.js';
import { Evaluated } from '../../../server/src/core/results/evaluated.js';
import { open } from '../../support/annotated.js';
import { targetingOf } from '../../support/targeting.js';

const cities = (...objects: string[]) => [{ type: 'string', subject: 'city', predicate: 'is one of', objects }];
const staff = [{ type: 'segment', predicate: 'is in', objects: ['staff'] }];

/** @param serves the variations of the rule and the default: 0 off, 1 on, 2 new */
function targeting(conditions: readonly object[], serves: readonly [number, number] = [1, 0]) {
  const [rule, other] = serves.map((select) => ({ select }));
  const variations = [{ value: 'off' }, { value: 'on' }, { value: 'new' }];
  return open(targetingOf({ rules: [{ conditions, serve: rule }], defaultServe: other, variations }));
}

function evaluated({ json }: ReturnType<typeof open>): Evaluated {
  const beside = { toggle: 'checkout', returnType: 'string', toggles: new Map(), segments: undefined, now: 0 };
  return new Evaluated(json, { ...beside, otherToggles: 'unknown' });
}

const person = (name: string, city?: string): Person => ({
  ...{ name, key: name, segments: undefined },
  attributes: new Map(city === undefined ? [] : [['city', city]]),
});

function said(before: readonly object[], after: readonly object[], users: readonly Person[], steps?: number) {
  const [from, to] = [targeting(before), targeting(after)];
  return changesSince(
    to,
    evaluated(from),
    { evaluated: evaluated(to), users },
    steps === undefined ? undefined : new Budget(steps),
  );
}

it('changes of named users are reported even if no steps are left for other users', () => {
  const change = [cities('Paris'), cities('Rome')] as const;
  expect(said(...change, [person('ada', 'Paris'), person('bob')], 0)).toEqual({
    summary: '1 of 2 users change',
    changes: [expect.objectContaining({ who: 'ada', what: '1 · "on" → 0 · "off"', detail: 'Rule 1 → default' })],
  });
  expect(said(...change, [person('bob')], 0)).toEqual({ summary: '0 of 1 users change', changes: [] });
  expect(said(...change, [], 0)).toBeUndefined();
});

it('one of several changes is never reported as the only change, wherever the analysis stops', () => {
  const [from, to] = [targeting(cities('Paris'), [0, 0]), targeting(cities('Paris'), [2, 2])];
  const found = Array.from({ length: 300 }, (_, steps) => {
    const now = { evaluated: evaluated(to), users: [] };
    return changesSince(to, evaluated(from), now, new Budget(steps))?.summary;
  });
  const all = 'Everyone changes from 0 · "off" to 2 · "new".';
  expect(new Set(found)).toEqual(new Set([undefined, 'the value changes for some users', all]));
});

it('users with unknown results do not count as unchanged', () => {
  const change = [cities('Paris'), staff] as const;
  expect(said(...change, [person('ada', 'Paris'), { ...person('bob'), segments: [] }])?.summary).toBe(
    'the value changes for some users',
  );
  const known: Person = { ...person('cy'), segments: ['staff'] };
  expect(said(...change, [person('ada', 'Paris'), known])?.summary).toBe('1 of 2 users change; 1 unknown');
});

it('an unchanged file changes no value, with or without users', () =>
  expect(said(staff, staff, [person('ada')])).toEqual({ summary: "nobody's value changes", changes: [] }));
