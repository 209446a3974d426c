/** Tests that no two service addresses share a variable for their token. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokenVariable } from '../../server/src/cli/deploy/tokenVariable.js';

it.each([
  ['https://toggles.example.com', 'toggles_example_com'],
  ['https://toggles-example.com', 'toggles__example_com'],
  ['https://toggles.example.com:8443', 'toggles_example_com___8443'],
  ['https://toggles.example.com/team-a', 'toggles_example_com____team__a'],
])('%s has a variable of its own', (address, name) => {
  expect(tokenVariable(address)).toBe(`TOGGLE_TARGETING_TOKEN__${name}`);
});

it.each([
  'https://a-.example.com',
  'https://a_b.example.com',
  'https://[::1]',
  'https://example.com/~a',
  'https://example.com/a//b',
])('%s has none', (address) => {
  expect(tokenVariable(address)).toBeUndefined();
});

it('Whatever the addresses are, no two share one', () => {
  const label = fc.string({ unit: fc.constantFrom('a', 'b', '-', '_', '1'), minLength: 1, maxLength: 4 });
  const place = fc.tuple(
    fc.array(label, { minLength: 1, maxLength: 3 }),
    fc.array(label, { maxLength: 2 }),
    fc.boolean(),
  );
  const address = place
    .map(
      ([host, path, hasPort]) =>
        `https://${host.join('.')}.com${hasPort ? ':81' : ''}${path.map((each) => `/${each}`).join('')}`,
    )
    .filter((text) => URL.canParse(text));
  fc.assert(
    fc.property(address, address, (one, other) => {
      fc.pre(one !== other);
      const [a, b] = [tokenVariable(one), tokenVariable(other)];
      return a === undefined || a !== b;
    }),
    { numRuns: 20_000, seed: 1 },
  );
});
