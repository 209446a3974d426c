/** Tests windows of time: days, hours over midnight, time zones, and the hours that a change of the clocks leaves out or repeats. */
import { expect, test } from 'vitest';
import { clockIn, isOpenAt, windowOf } from '../../server/src/core/targeting/window.js';

function open(text: string, utc: string): boolean {
  const window = windowOf(text);
  if (window === undefined) throw new Error(`No window: ${text}`);
  return isOpenAt(window, Date.parse(utc));
}

const paris = 'Mon-Thu 08:00-17:00 Europe/Paris';

test.each([
  ['2026-11-26T07:00Z', true],
  ['2026-11-26T06:59Z', false],
  ['2026-11-26T15:59Z', true],
  ['2026-11-26T16:00Z', false],
  // Summer time: an hour earlier in UTC.
  ['2026-07-02T06:00Z', true],
  ['2026-11-27T10:00Z', false],
])('In Paris, it is open at %s: %s', (utc, expected) => {
  expect(open(paris, utc)).toBe(expected);
});

test('One that ends before it begins goes on until the next day', () => {
  const night = 'Fri 22:00-04:00 UTC';
  expect(
    ['2026-11-27T21:59Z', '2026-11-27T22:00Z', '2026-11-28T03:59Z', '2026-11-28T04:00Z'].map((at) => open(night, at)),
  ).toEqual([false, true, true, false]);
});

test('Days may be several, and go over the end of the week', () => {
  const days = (text: string) => [...(windowOf(`${text} 00:00-24:00 UTC`)?.days ?? [])].sort((a, b) => a - b);
  expect(days('Sat-Mon')).toEqual([0, 1, 6]);
  expect(days('Tue,Thu-Fri')).toEqual([2, 4, 5]);
});

test('An hour that does not exist is never reached, and one that is repeated counts twice', () => {
  const hour = 'Sun 02:00-03:00 Europe/Paris';
  const minutes = (day: string) =>
    Array.from({ length: 24 * 60 }, (_, minute) => Date.parse(`${day}T00:00Z`) + minute * 60_000);
  const window = windowOf(hour);
  const count = (day: string) => minutes(day).filter((at) => window && isOpenAt(window, at)).length;
  expect([count('2026-03-29'), count('2026-10-25'), count('2026-11-22')]).toEqual([0, 120, 60]);
});

test.each([
  'Mon-Thu 08:00-17:00 Europe/Pariss',
  'Mon-Thu 08:00-17:00',
  'mon 08:00-17:00 UTC',
  'Mon 24:00-08:00 UTC',
  'Mon 08:60-09:00 UTC',
  'Mon 08:00-25:00 UTC',
  'Mon 08:00-08:00 UTC',
  'Mon-Tue-Wed 08:00-09:00 UTC',
  'Mon,, 08:00-09:00 UTC',
  '',
  `${'Mon,'.repeat(10_000)}Mon 08:00-09:00 UTC`,
])('"%s" is none', (text) => {
  expect(windowOf(text)).toBeUndefined();
});

test('The clock there is told as people say it', () => {
  const window = windowOf(paris);
  expect(window && clockIn(window, Date.parse('2026-11-27T13:05Z'))).toBe('Fri 14:05');
});
