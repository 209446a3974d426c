/** Tests that `toggle-targeting plan` knows of a file what a push in the editor knows, from whatever stands around it. */
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

it('Rules that nobody comes to are a warning', async () => {
  const rules = [rule, { ...rule, name: 'again' }];
  const trial = await deployTrial({ files: { [file]: textOf({ rules }) } });
  expect((await trial.run(plan)).stdout).toMatch(
    new RegExp(`Line \\d+: No user reaches this rule[^]*${needsAllowance}`),
  );
});

it('A prerequisite with a value that the other toggle does not have is a warning', async () => {
  const prerequisites = [{ key: 'search', value: 'maybe', type: 'string' }];
  const files = { [file]: textOf({ prerequisites }), 'online/search.targeting.json': textOf() };
  const { stdout } = await (await deployTrial({ keys: ['checkout', 'search'], files })).run([...plan, file]);
  expect(stdout).toMatch(new RegExp(`Line \\d+: The toggle "search" has no variation [^]*${needsAllowance}`));
});

it('What would reach users is a warning, also where the config says that it is none', async () => {
  const config = { problems: { 'select-out-of-range': 'off' } };
  const trial = await deployTrial({ files: { [file]: textOf({ defaultServe: { select: 7 } }) }, config });
  expect((await trial.run(plan)).stdout).toContain(needsAllowance);
});

it('Those of targeting.users.json who get a different value are named', async () => {
  const users = '{ "users": [{ "name": "ada", "attributes": { "city": "Rome" } }] }';
  const trial = await deployTrial({ files: { [file]: textOf({ rules: [rule] }), 'targeting.users.json': users } });
  expect((await trial.run(plan)).stdout).toMatch(/\bada\b/);
});

it('A file that is not UTF-8 is said, and not pushed: its letters would arrive as question marks', async () => {
  const trial = await deployTrial({ files: { [file]: textOf() } });
  writeFileSync(trial.folder.path(file), Buffer.from(textOf({ rules: [{ ...rule, name: 'Orl\u00e9ans' }] }), 'latin1'));
  await complains(trial.run(plan), 2, '"online/checkout.targeting.json" cannot be read (not UTF-8)');
});

it.runIf(process.platform !== 'win32')(
  'A link that leads out of the repository is said, and leads nowhere',
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
