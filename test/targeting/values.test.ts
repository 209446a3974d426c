import { describe, expect, it } from 'vitest';
import { acceptedSpelling, instantOf } from '../../server/src/core/targeting/values/instant.js';
import { isDatetime, isSemver, numberOf } from '../../server/src/core/targeting/values/values.js';
import { evenShares, scaledShares } from '../../server/src/core/targeting/values/shares.js';
import { random } from '../fuzz/random.js';

describe('an instant', () => {
  it('equals the instant that JavaScript parses, on any day from year 0 to 9999', () => {
    const made = random(7);
    for (let count = 0; count < 20_000; count += 1) {
      const instant = (made.below(9_999 * 366) - 719_528) * 86_400_000 + made.below(86_400) * 1_000;
      const iso = new Date(instant).toISOString();
      if (!/^\d{4}-/.test(iso)) continue;
      expect(instantOf(iso)).toBe(instant);
      expect(acceptedSpelling(instant)).toBe(iso.replace('.000Z', '+00:00'));
      expect(isDatetime(acceptedSpelling(instant))).toBe(true);
    }
  });

  it('is the same for any offset', () => {
    for (const text of [
      '2022-06-27T16:08:10+08:00',
      '2022-06-27T08:08:10Z',
      '2022-06-27T03:08:10-05:00',
      '2022-06-27 13:38:10+0530',
    ])
      expect(acceptedSpelling(instantOf(text) ?? 0)).toBe('2022-06-27T08:08:10+00:00');
  });

  for (const text of [
    '2022-02-30T00:00:00+08:00',
    '2022-13-01T00:00:00+08:00',
    '2022-01-01T24:00:00Z',
    '2022-06-27',
    '',
  ])
    it(`is undefined for ${JSON.stringify(text)}`, () => {
      expect(instantOf(text)).toBeUndefined();
    });
});

describe('a number', () => {
  for (const [text, number] of [
    ['1e3', 1_000],
    [' 7 ', 7],
    ['.5d', 0.5],
    ['-2F', -2],
    ['', undefined],
    ['0x1p3', undefined],
  ] as const)
    it(`is parsed from ${JSON.stringify(text)} as ${String(number)}`, () => {
      expect(numberOf(text)).toBe(number);
    });
});

describe('a version', () => {
  it('must have three numbers, without a prefix or leading zeros', () => {
    expect(['1.2.3', '1.2.3-rc.1+5', '1.2', 'v1.2.3', '1.02.3'].map(isSemver)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('shares', () => {
  it('add up to 10000 after they are scaled or evened out', () => {
    const made = random(3);
    for (let count = 1; count < 300; count += 1) {
      const shares = Array.from({ length: count }, () => made.below(made.pick([2, 100, 1_000_000])) - made.below(2));
      for (const scaled of [scaledShares(shares), evenShares(count)]) {
        expect(scaled.reduce((sum, share) => sum + share, 0)).toBe(10_000);
        expect(scaled.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
      }
    }
  });

  it('keep their proportions when they are scaled', () => {
    expect(scaledShares([1, 1, 2])).toEqual([2_500, 2_500, 5_000]);
    expect(scaledShares([])).toEqual([]);
  });
});
