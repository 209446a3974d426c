/** Tests that each service address has its own variable for the token. */
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { tokenVariable } from '../../server/src/cli/deploy/access.js';
import { startService } from '../service/service.js';
import { commandLineTrial } from '../support/commandLine.js';
import { textOf } from './deployTrial.js';
import { rounds } from '../support/rounds.js';

it.each([
  ['https://toggles.example.com', 'toggles_example_com'],
  ['https://toggles-example.com', 'toggles__example_com'],
  ['https://toggles.example.com:8443', 'toggles_example_com___8443'],
  ['https://toggles.example.com/team-a', 'toggles_example_com____team__a'],
])('%s has a readable variable', (address, name) =>
  expect(tokenVariable(address)).toBe(`TOGGLE_TARGETING_TOKEN__${name}`),
);

it.each([
  ['https://münchen.example', 'xn_2d_2dmnchen_2d3ya_2eexample'],
  ['https://a-.example.com', 'a_2d_2eexample_2ecom'],
  ['https://example.com/a_b', 'example_2ecom_2fa_5fb'],
  ['https://[::1]', '_5b_3a_3a1_5d'],
  ['https://example.com/~a/%E4', 'example_2ecom_2f_7ea_2f_25_454'],
  ['https://example.com/A', 'example_2ecom_2f_41'],
])('%s has a variable with encoded special characters', (address, name) =>
  expect(tokenVariable(address)).toBe(`TOGGLE_TARGETING_TOKEN_HEX_${name}`),
);

it.each([
  ['http://localhost:4101/x', '_HTTP__localhost___4101____x'],
  ['http://[::1]', '_HTTP_HEX__5b_3a_3a1_5d'],
])('%s has a different variable from the same address with https', (address, name) =>
  expect(tokenVariable(address)).toBe(`TOGGLE_TARGETING_TOKEN${name}`),
);

it('plan does not send the token for an https address to the same host without TLS', async () => {
  const service = await startService({ seed: { tokens: [], projects: {} } });
  const folder = commandLineTrial({
    'targeting.config.json': JSON.stringify({
      baseUrl: service.url,
      project: 'Shop',
      environments: { dev: { api: 'featureprobe' } },
    }),
    'checkout.targeting.json': textOf(),
  });
  onTestFinished(async () => {
    await service.close();
    folder.dispose();
  });
  const { host } = new URL(service.url);
  const environment = { [tokenVariable(`https://${host}`)]: 'api-canary' };
  const { code, stdout } = await folder.run(['plan', '--env', 'dev'], { environment });
  expect([code, service.requests]).toEqual([2, []]);
  expect(stdout).toContain(`set the environment variable ${tokenVariable(service.url)}.`);
});

it('different addresses have different variables, even if case is ignored as on Windows', () => {
  const label = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '-', '_', '2', 'ü'), minLength: 1, maxLength: 4 });
  const place = fc.tuple(
    fc.array(label, { minLength: 1, maxLength: 3 }),
    fc.array(label, { maxLength: 2 }),
    fc.boolean(),
    fc.constantFrom('http', 'https'),
  );
  const address = place
    .map(
      ([host, path, hasPort, scheme]) =>
        `${scheme}://${host.join('.')}.com${hasPort ? ':81' : ''}${path.map((each) => `/${each}`).join('')}`,
    )
    .filter((text) => URL.canParse(text));
  fc.assert(
    fc.property(address, address, (one, other) => {
      fc.pre(new URL(one).href !== new URL(other).href);
      const variables = [one, other].map((each) => tokenVariable(each).toLowerCase());
      expect(variables.filter((name) => !/^\w+$/.test(name))).toEqual([]);
      expect(variables[0]).not.toBe(variables[1]);
    }),
    { numRuns: rounds(20_000), seed: 1 },
  );
});
