/** Tests that reports of `plan`, `drift` and `pull` are complete, and that names in them are harmless. */
import { describe, expect, it } from 'vitest';
import { bobPatches, deployTrial, textOf } from './deployTrial.js';
import { prints } from '../support/commandLine.js';

const on = textOf({ defaultServe: { select: 1 } });
const api = 'featureprobe';
const controlling = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe('plan reports a file that cannot be planned', () => {
  const files = { 'online/a.targeting.json': on, 'a`b/x.targeting.json': on };
  const planned = async (format: string) =>
    (await deployTrial({ keys: ['a'], files })).run(['plan', '--env', 'online', '--format', format]);
  const words = 'names the environment';

  it('in Markdown, with its name escaped', async () => {
    await prints(planned('markdown'), 2, /^- .*a\\`b\/x.*names the environment/m);
  });

  it('for GitHub as an error', async () => {
    await prints(planned('github'), 2, /^::error::a`b\/x\.targeting\.json: .*names the environment/m);
  });

  it('on stderr only', async () => {
    const { stdout, stderr } = await planned('text');
    expect(stdout).not.toContain(words);
    expect(stderr).toContain(words);
  });
});

it('plan counts a toggle that cannot be pushed, and reports it to GitHub as an error', async () => {
  const trial = await deployTrial({
    ...{ keys: ['a', 'b'], files: { 'online/a.targeting.json': on, 'online/b.targeting.json': on } },
    answer: ({ path }) => (path.includes('/b/') ? { kind: 'respond', status: 503, body: '' } : undefined),
  });
  const { code, stdout } = await trial.run(['plan', '--env', 'online']);
  expect([code, stdout]).toEqual([
    2,
    expect.stringMatching(/^Plan for online: 1 to push, 0 up to date, 1 cannot be pushed$/m),
  ]);
  const { stdout: annotations } = await trial.run(['plan', '--env', 'online', '--format', 'github']);
  expect(annotations).toMatch(/^::error file=online\/b\.targeting\.json::/m);
});

it('plan lists required permissions only for toggles that need a push', async () => {
  const trial = await deployTrial({
    files: { 'online/checkout.targeting.json': textOf({ defaultServe: { select: 7 } }) },
  });
  const options = ['--yes-to', 'online', '--allow-share', '100', '--allow-warnings'];
  await trial.run(['plan', '--env', 'online', '--out', 'plan.json']);
  expect((await trial.run(['apply', 'plan.json', ...options])).code).toBe(0);
  const { code, stdout } = await trial.run(['plan', '--env', 'online']);
  expect(code).toBe(0);
  expect(stdout).toContain('Variation 7 does not exist');
  expect(stdout).not.toContain('apply needs');
});

it('plan for an unreadable service lists required permissions, but no affected users', async () => {
  const trial = await deployTrial({ files: { 'online/checkout.targeting.json': on }, environments: { online: {} } });
  const { stdout } = await trial.run(['plan', '--env', 'online']);
  expect(stdout).toContain('Not protected: apply needs --blind online.');
  expect(stdout).not.toMatch(/value (?:may )?change|different value/);
});

describe.runIf(process.platform !== 'win32')('names', () => {
  const evil = '\u001b]0;x\u0007\u202e\n::error::<b>';
  const folder = evil.replace('\n', '');
  const file = `${folder}/online/checkout.targeting.json`;
  const files = { [file]: textOf({ rules: [{ name: evil, conditions: [], serve: { select: 1 } }] }) };
  const config = { files: `${folder}/{environment}/{toggle}.targeting.json` };

  it.each([
    [['plan', '--env', 'online']],
    [['plan', '--env', 'online', '--format', 'markdown']],
    [['plan', '--env', 'online', '--format', 'github']],
    [['drift']],
    [['drift', '--format', 'markdown']],
    [['pull', '--all', '--env', 'online']],
  ])('are escaped: %j', async (args) => {
    const trial = await deployTrial({ files, config });
    const { stdout, stderr } = await trial.run(args);
    expect(stdout).toContain('checkout');
    expect(`${stdout}${stderr}`).not.toMatch(controlling);
    expect(`${stdout}${stderr}`).not.toMatch(/^::error::</m);
    if (args.includes('markdown')) expect(stdout).not.toMatch(/(?<!\\)<b>/);
  });

  it.each([['plan', '--env', 'online'], ['drift']])(
    'do not become mentions, issue links or formulas in Markdown: %j',
    async (...args) => {
      const name = '@org/team, see org/repository#12, $\\color{red}{x}$ and $$y$$';
      const trial = await deployTrial({
        files: {
          'online/checkout.targeting.json': textOf({ rules: [{ name, conditions: [], serve: { select: 1 } }] }),
        },
      });
      const { stdout } = await trial.run([...args, '--format', 'markdown']);
      expect(stdout).toContain('\\@&#8203;org/team, see org/repository\\#&#8203;12');
      expect(stdout).not.toMatch(/(?<!&)[@#]\w/);
      expect(stdout).toContain('<span>&#36;</span>');
      expect(stdout).not.toContain('$');
    },
  );

  it('of toggles from the service are escaped', async () => {
    const list = { content: [{ key: evil, name: evil }], totalElements: 1, totalPages: 1, last: true, number: 0 };
    const trial = await deployTrial({
      answer: ({ path }) =>
        path.includes('toggles?') ? { kind: 'respond', status: 200, body: JSON.stringify(list) } : undefined,
    });
    const { stdout, stderr } = await trial.run(['pull', '--all', '--env', 'online']);
    expect(stdout).toContain('\\u001b');
    expect(`${stdout}${stderr}`).not.toMatch(controlling);
    expect(`${stdout}${stderr}`).not.toMatch(/^::error::/m);
  });
});

it.runIf(process.platform !== 'win32')('plan --format github escapes file names in annotations', async () => {
  const files = 'a,line=1:b%2C/{environment}/{toggle}.targeting.json';
  const trial = await deployTrial({
    files: { 'a,line=1:b%2C/online/checkout.targeting.json': '{' },
    config: { files },
  });
  const { stdout } = await trial.run(['plan', '--env', 'online', '--format', 'github']);
  expect(stdout).toMatch(/^::error file=a%2Cline=1%3Ab%252C\/online\/checkout\.targeting\.json::/);
});

describe('drift', () => {
  const drift = async (files: Readonly<Record<string, string>>, args: readonly string[] = []) =>
    (await deployTrial({ files })).run(['drift', ...args]);

  it('ignores fields that are missing in the file', async () => {
    const file = 'dev/checkout.targeting.json';
    const trial = await deployTrial({ files: { [file]: textOf().replace('"disabled": false,', '') } });
    await bobPatches(trial, 'checkout', { disabled: true }, 'dev');
    expect((await trial.run(['drift'])).code).toBe(0);
  });

  it.each([
    ['a file that is no object', { 'dev/checkout.targeting.json': '[]' }],
    ['a toggle that is not there', { 'dev/none.targeting.json': on }],
    ['a file that goes nowhere', { 'dev/checkout.targeting.json': textOf(), 'x.targeting.json': on }],
  ])('exits with 2 for %s', async (_what, files) => expect((await drift(files)).code).toBe(2));

  it('shows unknown toggles in Markdown', async () => {
    const { stdout } = await drift({ 'dev/none.targeting.json': on }, ['--format', 'markdown']);
    expect(stdout).toMatch(/^### Files that differ from the live version\n\n\*\*none → dev/);
  });

  it('shows changes waiting for approval in Markdown, even if the file matches the live version', async () => {
    const trial = await deployTrial({
      ...{ files: { 'online/checkout.targeting.json': on }, approval: ['online'] },
      environments: { online: { api } },
    });
    await trial.run(['plan', '--env', 'online', '--out', 'plan.json']);
    await trial.run(['apply', 'plan.json', '--submit']);
    trial.folder.write('online/checkout.targeting.json', textOf());
    await prints(trial.run(['drift', '--format', 'markdown']), 0, 'has been waiting for approval');
  });
});
