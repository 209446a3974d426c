/** Tests `code` on small repositories that were once misread: calls of a wrong toggle, or called keys reported as uncalled. */
import { expect, it } from 'vitest';
import { commandLineTrials, commitAll, gitIn } from '../support/commandLine.js';
import cases from './cases.json' with { type: 'json' };

const trialWith = commandLineTrials();
const config = JSON.stringify({
  ...{ baseUrl: 'https://toggles.example', project: 'Shop', environments: { dev: {} }, code: { complete: true } },
  files: 't/{environment}/{toggle}.targeting.json',
});
const targeting = '{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "value": "true" }] } }';
const keys = ['new_checkout', 'beta_banner', 'dark_mode', 'pay_v2'];
const toggles = Object.fromEntries(keys.map((key) => [`t/dev/${key}.targeting.json`, targeting]));

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly says: string;
  readonly sparse?: string;
  /** Changes after the commit. */
  readonly then?: Readonly<Record<string, string>>;
  readonly saysOfChange?: string;
}

it.each<Case>(cases as readonly Case[])(
  'code reports the expected findings of the case "$name"',
  async ({ files, says, sparse, then, saysOfChange }) => {
    const trial = trialWith({ 'targeting.config.json': config, ...toggles, ...files });
    commitAll(trial);
    if (sparse !== undefined) gitIn(trial, 'sparse-checkout', 'set', sparse);
    expect((await trial.run(['code'])).stdout).toBe(`${says}\n`);
    for (const [path, text] of Object.entries(then ?? {})) trial.write(path, text);
    if (saysOfChange !== undefined)
      expect((await trial.run(['code', '--git', 'HEAD'])).stdout).toBe(`${saysOfChange}\n`);
  },
);
