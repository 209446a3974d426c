/** Tests that the command line knows the owners of files, and refuses files without a required owner or tests. */
import { expect, it } from 'vitest';
import { deployTrial, textOf } from './deployTrial.js';
import { prints } from '../support/commandLine.js';

const on = textOf({ defaultServe: { select: 1 } });
const api = 'featureprobe';
const rules = { require: ['owner', 'tests'] };
const files = { 'dev/checkout.targeting.json': on };
const owned = { ...files, CODEOWNERS: '/dev/ @shop @ops\n' };
const tested = {
  'dev/checkout.targeting.test.json': JSON.stringify({ cases: [{ user: {}, expect: { variation: 'on' } }] }),
};

it('plan shows the owners of the files to push, even without a rule', async () => {
  const trial = await deployTrial({ files: owned, environments: { dev: { api } } });
  const { code, stdout } = await trial.run(['plan', '--env', 'dev']);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ {2}Owners: @shop, @ops$/m)]);
  const { stdout: markdown } = await trial.run(['plan', '--env', 'dev', '--format', 'markdown']);
  expect(markdown).toMatch(/^- Owners.*shop, .*ops$/m);
});

it('check and plan refuse a file without required owner and tests, and accept a file with both', async () => {
  const environments = { dev: { api } };
  const bare = await deployTrial({ files, environments, config: { rules } });
  await prints(bare.run(['check', '.']), 1, /missing-tests[^]*missing-owner|missing-owner[^]*missing-tests/);
  await prints(
    bare.run(['plan', '--env', 'dev']),
    1,
    '2 errors in the file. Line 4: The file has no owner in CODEOWNERS',
  );
  const whole = await deployTrial({ files: { ...owned, ...tested }, environments, config: { rules } });
  expect((await whole.run(['check', '.'])).code).toBe(0);
  expect((await whole.run(['plan', '--env', 'dev'])).code).toBe(0);
  const elsewhere = { 'dev/checkout.targeting.test.json': '{ "cases": [{ "environments": ["zz"] }] }' };
  const other = await deployTrial({ files: { ...owned, ...elsewhere }, environments, config: { rules } });
  expect((await other.run(['check', '.'])).stdout).toContain('missing-tests');
});

it('check in a subfolder uses CODEOWNERS of the repository', async () => {
  const config = { rules: { require: ['owner'] } };
  const environments = { dev: { api } };
  const checkIn = async (text: string) => {
    const trial = await deployTrial({ files: { ...files, CODEOWNERS: text }, environments, config });
    return (await trial.folder.run(['check', '.'], { folder: 'dev' })).code;
  };
  expect([await checkIn('/dev/ @shop\n'), await checkIn('/other/ @shop\n')]).toEqual([0, 1]);
});
