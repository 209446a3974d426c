/** Tests the limits of what is remembered of reports. */
import { expect, it } from 'vitest';
import type { Evaluated } from '../../server/src/serve/reports.js';
import { BoundedTally } from '../../server/src/serve/tally.js';

const isServed = () => true;

function tallyAt(start: number) {
  let now = start;
  return { tally: new BoundedTally(() => now), pass: (milliseconds: number) => (now += milliseconds) };
}

function evaluated(given: Partial<Evaluated> = {}): Evaluated {
  return { toggle: 'checkout', rule: 0, variation: 1, times: 1, user: undefined, ...given };
}

function userCalled(key: string, attributes: ReadonlyMap<string, string> = new Map()) {
  return { user: { key, attributes } };
}

it('the tally counts evaluations of the last minute', () => {
  const { tally, pass } = tallyAt(1_000_500);
  tally.take([evaluated(), evaluated({ rule: undefined, variation: 0, times: 5 })], isServed);
  pass(30_000);
  tally.take([evaluated({ times: 2 })], isServed);
  expect(tally.asked('checkout')).toEqual({
    times: 8,
    served: [
      { rule: undefined, variation: 0, times: 5 },
      { rule: 0, variation: 1, times: 3 },
    ],
  });
  pass(30_000);
  expect(tally.asked('checkout')?.times).toBe(2);
  pass(30_000);
  expect(tally.asked('checkout')).toBeUndefined();
});

it('the tally counts only one minute, however long it runs', () => {
  const { tally, pass } = tallyAt(0);
  for (let second = 0; second < 200; second += 1) {
    tally.take([evaluated()], isServed);
    expect(tally.asked('checkout')?.times).toBe(Math.min(second + 1, 60));
    pass(1_000);
  }
  pass(3_600_000);
  tally.take([evaluated()], isServed);
  expect(tally.asked('checkout')?.times).toBe(1);
  // The clock of the machine may be set back.
  pass(-10_000);
  tally.take([evaluated()], isServed);
  expect(tally.asked('checkout')?.times).toBe(2);
});

it('the tally drops the oldest evaluations if there are too many', () => {
  const { tally } = tallyAt(0);
  const many = Array.from({ length: 600 }, (_, rule) => evaluated({ rule }));
  tally.take(many, isServed);
  expect(tally.asked('checkout')?.served).toHaveLength(500);
  expect(tally.asked('checkout')?.served[0]?.rule).toBe(100);
  for (let toggle = 0; toggle < 20; toggle += 1)
    tally.take(
      many.map((each) => ({ ...each, toggle: `toggle ${toggle}` })),
      isServed,
    );
  expect(tally.asked('checkout')).toBeUndefined();
  expect(tally.asked('toggle 0')?.served).toHaveLength(500);
  tally.take([evaluated({ toggle: 'one more' })], isServed);
  expect(tally.asked('toggle 0')).toBeUndefined();
  expect(tally.asked('toggle 19')?.served).toHaveLength(500);
});

it('the tally ignores toggles that are not served', () => {
  const { tally } = tallyAt(0);
  expect(tally.take([evaluated()], (toggle) => toggle === 'other')).toBe(false);
  expect(tally.asked('checkout')).toBeUndefined();
});

it('the tally keeps the last 200 users, latest first, with their last values', () => {
  const { tally, pass } = tallyAt(0);
  const keys = Array.from({ length: 250 }, (_, index) => `user ${index}`);
  for (const key of keys) tally.take([evaluated(userCalled(key))], isServed);
  expect(tally.users().map(({ key }) => key)).toEqual(keys.slice(50).reverse());
  pass(1_000);
  tally.take([evaluated({ ...userCalled('user 100', new Map([['city', 'Rome']])), variation: 0 })], isServed);
  const [last] = tally.users();
  expect(last).toEqual({
    key: 'user 100',
    attributes: new Map([['city', 'Rome']]),
    last: 1_000,
    values: new Map([['checkout', { rule: 0, variation: 0 }]]),
  });
  expect(tally.users()).toHaveLength(200);
});

it('the tally keeps no oversized user, and at most 500 toggles per user', () => {
  const { tally } = tallyAt(0);
  tally.take([evaluated(userCalled('x'.repeat(5_000)))], isServed);
  tally.take([evaluated(userCalled('ada', new Map([['note', 'x'.repeat(5_000)]])))], isServed);
  expect(tally.users()).toEqual([]);
  expect(tally.asked('checkout')?.times).toBe(2);
  const many = Array.from({ length: 600 }, (_, at) => evaluated({ toggle: `toggle ${at}`, ...userCalled('ada') }));
  tally.take(many, isServed);
  const values = [...(tally.users()[0]?.values.keys() ?? [])];
  expect([values.length, values[0], values.at(-1)]).toEqual([500, 'toggle 100', 'toggle 599']);
});
