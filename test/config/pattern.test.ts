/** Tests patterns of `overrides`, in which `*` matches any text, and that matching ends soon. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesPattern } from '../../server/src/core/targeting/rules/fileGlob.js';
import { rounds } from '../support/rounds.js';

it.each([
  ['legacy_*', 'legacy_a.targeting.json', true],
  ['legacy_*', 'a_legacy_b.targeting.json', false],
  ['*', '', true],
  ['a*a', 'a', false],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['dev/*.targeting.json', 'dev/deep/a.targeting.json', true],
  ['a.b', 'aXb', false],
  ['[a]', 'a', false],
])('the pattern %s matches %s: %s', (pattern, text, matches) => {
  expect(matchesPattern(pattern, text)).toBe(matches);
});

it('a pattern matches like the regular expression with .* for each *', () => {
  const any = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  fc.assert(
    fc.property(any, any, (pattern, text) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's');
      expect(matchesPattern(pattern, text)).toBe(expression.test(text));
    }),
    { numRuns: rounds(20_000) },
  );
});

it('a pattern with many stars terminates, unlike a regular expression', () => {
  expect(matchesPattern('*a'.repeat(100), `${'a'.repeat(5_000)}b`)).toBe(false);
});
