/** Tests that `toggle-targeting plan` considers the same surrounding files as a push in the editor. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.js';
import { deployTrial, textOf } from './deployTrial.js';
import { complains } from '../support/commandLine.js';

const file = 'online/checkout.targeting.json';
const plan = ['plan', '--env', 'online'];
const rule = {
  ...{ name: 'rome', serve: { select: 1 } },
  conditions: [{ type: 'string', subject: 'city', predicate: 'is one of', objects: ['Rome'] }],
};
const needsAllowance = 'apply needs --allow-warnings ';

it('plan warns about rules that nobody reaches', async () => {
  const rules = [rule, { ...rule, name: 'again' }];
  const trial = await deployTrial({ files: { [file]: textOf({ rules }) } });
  expect((await trial.run(plan)).stdout).toMatch(
    new RegExp(`Line \\d+: No user reaches this rule[^]*${needsAllowance}`),
  );
});

it('plan warns about a prerequisite value that the other toggle lacks', async () => {
  const prerequisites = [{ key: 'search', value: 'maybe', type: 'string' }];
  const files = { [file]: textOf({ prerequisites }), 'online/search.targeting.json': textOf() };
  const { stdout } = await (await deployTrial({ keys: ['checkout', 'search'], files })).run([...plan, file]);
  expect(stdout).toMatch(new RegExp(`Line \\d+: The toggle "search" has no variation [^]*${needsAllowance}`));
});

it('plan warns about a risk for users even if the config turns the problem off', async () => {
  const config = { problems: { 'select-out-of-range': 'off' } };
  const trial = await deployTrial({ files: { [file]: textOf({ defaultServe: { select: 7 } }) }, config });
  expect((await trial.run(plan)).stdout).toContain(needsAllowance);
});

it('plan names users in targeting.users.json whose value changes', async () => {
  const users = '{ "users": [{ "name": "ada", "attributes": { "city": "Rome" } }] }';
  const trial = await deployTrial({ files: { [file]: textOf({ rules: [rule] }), 'targeting.users.json': users } });
  expect((await trial.run(plan)).stdout).toMatch(/\bada\b/);
});

it('plan refuses a file that is not UTF-8, because its letters would become question marks', async () => {
  const trial = await deployTrial({ files: { [file]: textOf() } });
  writeFileSync(trial.folder.path(file), Buffer.from(textOf({ rules: [{ ...rule, name: 'Orl\u00e9ans' }] }), 'latin1'));
  await complains(trial.run(plan), 2, '"online/checkout.targeting.json" cannot be read (not UTF-8)');
});

it.runIf(process.platform !== 'win32')(
  'plan names a link that leads out of the repository, and does not follow it',
  async () => {
    const elsewhere = temporaryFolder();
    try {
      elsewhere.write('a.targeting.json', textOf({ rules: [{ ...rule, name: 'sesame' }] }));
      const trial = await deployTrial({ files: { [file]: textOf() } });
      symlinkSync(new URL(elsewhere.uri('a.targeting.json')), trial.folder.path('online/a.targeting.json'));
      const { code, stdout, stderr } = await trial.run(plan);
      expect([code, stderr]).toEqual([2, expect.stringContaining('"online/a.targeting.json"')]);
      expect(stdout).not.toContain('sesame');
    } finally {
      elsewhere.dispose();
    }
  },
);
