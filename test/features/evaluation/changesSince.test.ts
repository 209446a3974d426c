/** Tests what is said of a change when time is over before all is proved, and when nobody knows what some users get. The rest is in test/protocol/changesSince.test.ts. */
import { expect, it } from 'vitest';
import { changesSince } from '../../../server/src/features/evaluation/changesSince.js';
import type { Person } from '../../../server/src/features/evaluation/evaluated.js';
import { Evaluated } from '../../../server/src/features/evaluation/evaluated.js';
import { open } from '../../support/annotated.js';

const cities = (...objects: string[]) => [{ type: 'string', subject: 'city', predicate: 'is one of', objects }];
const staff = [{ type: 'segment', predicate: 'is in', objects: ['staff'] }];

/** @param conditions of a rule that serves `on`; everybody else gets `off` */
function targeting(conditions: readonly object[]) {
  const variations = [{ value: 'off' }, { value: 'on' }];
  const content = { rules: [{ conditions, serve: { select: 1 } }], disabledServe: { select: 0 }, variations };
  return open(JSON.stringify({ disabled: false, content: { ...content, defaultServe: { select: 0 } } }));
}

function evaluated({ json }: ReturnType<typeof open>): Evaluated {
  const beside = { toggle: 'checkout', returnType: 'string', toggles: new Map(), segments: undefined, now: 0 };
  return new Evaluated(json, { ...beside, otherToggles: 'unknown' });
}

const person = (name: string, city?: string): Person => ({
  ...{ name, key: name, segments: undefined },
  attributes: new Map(city === undefined ? [] : [['city', city]]),
});

function said(before: readonly object[], after: readonly object[], users: readonly Person[], isOver = false) {
  const [from, to] = [targeting(before), targeting(after)];
  return changesSince(to, evaluated(from), { evaluated: evaluated(to), users }, () => isOver);
}

it('Users are told even if time is over for everybody else', () => {
  const change = [cities('Paris'), cities('Rome')] as const;
  expect(said(...change, [person('ada', 'Paris'), person('bob')], true)).toEqual({
    summary: '1 of 2 users change',
    changes: [expect.objectContaining({ who: 'ada', what: '1 · "on" → 0 · "off"', detail: 'Rule 1 → default' })],
  });
  expect(said(...change, [person('bob')], true)).toEqual({ summary: '0 of 1 users change', changes: [] });
  expect(said(...change, [], true)).toBeUndefined();
});

it('Users of whom nobody knows what they get are not taken for unchanged', () => {
  const change = [cities('Paris'), staff] as const;
  expect(said(...change, [person('ada', 'Paris'), { ...person('bob'), segments: [] }])?.summary).toBe(
    'some users get something else',
  );
  const known: Person = { ...person('cy'), segments: ['staff'] };
  expect(said(...change, [person('ada', 'Paris'), known])?.summary).toBe('1 of 2 users change; of 1 it is not known');
});

it('Of an unchanged file, nobody gets anything else, whoever they are', () => {
  expect(said(staff, staff, [person('ada')])).toEqual({ summary: 'nobody gets anything else', changes: [] });
});
