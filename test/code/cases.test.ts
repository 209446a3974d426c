/** Tests `code` on small repositories in which calls were given to a wrong toggle, or a key was taken for one that nobody asks for. */
import { expect, it } from 'vitest';
import { commandLineTrials } from '../support/commandLine.js';
import cases from './cases.json' with { type: 'json' };

const trialWith = commandLineTrials();
const config = JSON.stringify({
  ...{ baseUrl: 'https://toggles.example', project: 'Shop', environments: { dev: {} }, code: { complete: true } },
  files: 't/{environment}/{toggle}.targeting.json',
});
const targeting = '{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "value": "true" }] } }';
const keys = ['new_checkout', 'beta_banner', 'dark_mode', 'pay_v2'];
const toggles = Object.fromEntries(keys.map((key) => [`t/dev/${key}.targeting.json`, targeting]));

it.each(cases)('reads $name as it is', async ({ files, says }) => {
  const trial = trialWith({
    'targeting.config.json': config,
    ...toggles,
    ...(files as Readonly<Record<string, string>>),
  });
  const { stdout } = await trial.run(['code']);
  expect(stdout).toBe(`${says}\n`);
});
