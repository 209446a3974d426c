/** Tests the file that `toggle-targeting plan` writes and `apply` reads. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { cliFile, commandLineTrials } from '../support/commandLine.js';
import { deployTrial, textOf } from './deployTrial.js';

const trialWith = commandLineTrials();

describe('a manually edited plan', () => {
  const toggle = {
    ...{ file: 'a.targeting.json', blob: 'a', config: { path: 'targeting.config.json', blob: 'b' }, action: 'same' },
    target: { environment: 'dev', environmentKey: 'dev', baseUrl: 'https://a.example', project: 'Shop', toggle: 'a' },
  };
  const edited = (change: object) => ({ failures: [], toggles: [{ ...toggle, ...change }] });
  const without = (key: string) => edited({ target: { ...toggle.target, [key]: undefined } });
  const apply = (plan: object) =>
    trialWith({ 'plan.json': JSON.stringify({ plan: 1, environment: 'dev', ...plan }) }).run(['apply', 'plan.json']);

  it.each([
    ['a failure that is no text', { failures: [null], toggles: [] }],
    ['toggles that are no list', { failures: [], toggles: {} }],
    ['a toggle that is none', { failures: [], toggles: [null] }],
    ['an action that there is not', edited({ action: 'delete' })],
    ['a reason that is no text', edited({ reason: {} })],
    ['a live state that is none', edited({ live: 'x' })],
    ['a live state of no version', edited({ live: { hash: 'x' } })],
    ['another form', { ...edited({}), plan: 2 }],
    ['no environment', { ...edited({}), environment: undefined }],
    ['no file', edited({ file: undefined })],
    ['no name of what the file says', edited({ blob: undefined })],
    ['no config', edited({ config: undefined })],
    ['no toggle', without('toggle')],
    ['no comment', edited({ action: 'push', body: '{}' })],
    ['no body', edited({ action: 'push', comment: '' })],
    ['no base URL', without('baseUrl')],
    ['no project', without('project')],
    ['no environment key', without('environmentKey')],
  ])('is refused if it has %s', async (_what, plan) =>
    expect(await apply(plan)).toEqual({
      ...{ code: 2, stdout: '' },
      stderr: '"plan.json" is not a plan of this version of toggle-targeting.\n',
    }),
  );

  it('is accepted if it has all fields that apply needs', async () =>
    expect((await apply(edited({}))).stdout).toContain('a → dev of Shop on a.example: '));

  it('leads to "nothing to do" if it contains no toggles', async () =>
    expect(await apply({ failures: [], toggles: [] })).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: 'There is nothing to do: the plan has no toggles.\n',
    }));
});

describe('apply rejects a plan with a file that can no longer be pushed:', () => {
  const file = 'online/checkout.targeting.json';
  const planned = async () => {
    const trial = await deployTrial({ files: { [file]: textOf({ defaultServe: { select: 1 } }) } });
    await trial.run(['plan', '--env', 'online', '--out', 'plan.json']);
    return trial;
  };
  const notThere = `"${file}" does not exist. Run apply in the folder where plan ran, or plan again.`;
  const refused = (reason: string) => ({
    ...{ code: 4, stderr: expect.any(String) as string },
    stdout: expect.stringMatching(
      new RegExp(`: ${reason.replace(/[.?+*()[\]]/g, '\\$&')}\\nNothing was sent\\.\\n$`),
    ) as string,
  });

  it('a deleted file', async () => {
    const trial = await planned();
    trial.folder.remove(file);
    expect(await trial.run(['apply', 'plan.json'])).toEqual(refused(notThere));
  });

  it('a file that does not exist in the current folder', async () => {
    const { folder, environment } = await planned();
    expect(await folder.run(['apply', '../plan.json'], { environment, folder: 'online' })).toEqual(refused(notThere));
  });

  it('a file without a config', async () => {
    const trial = await planned();
    trial.folder.remove('targeting.config.json');
    const applied = await trial.run(['apply', 'plan.json']);
    expect(applied).toEqual(refused('its file can no longer be pushed there. Plan again.'));
    expect(applied.stderr).toContain(`${file}: there is no targeting.config.json for this file.\n`);
  });
});

describe('plan --out', () => {
  it.runIf(process.platform === 'linux')('leaves no partial file behind if the disk is full', async () => {
    const trial = await deployTrial({
      files: { 'dev/checkout.targeting.json': textOf({ defaultServe: { select: 1 } }) },
    });
    // The shell limits file sizes to 0 for its children; pipes are not affected.
    const limited = async (...args: readonly string[]) => {
      const limiting = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, cliFile, ...args];
      const child = spawn('sh', limiting, { cwd: trial.folder.path('.'), env: trial.environment });
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      return { status: child.exitCode, stdout, stderr };
    };
    const full = await limited('plan', '--env', 'dev', '--out', 'new.json');
    expect([full.status, full.stderr]).toEqual([2, expect.stringContaining('new.json" cannot be written (EFBIG).')]);
    expect(existsSync(trial.folder.path('new.json'))).toBe(false);
    expect((await trial.run(['plan', '--env', 'dev', '--out', 'new.json'])).code).toBe(0);
    const { stdout } = await limited('pull', '--toggle', 'checkout', '--env', 'online');
    expect(stdout).toContain('cannot be written (EFBIG).');
    expect(existsSync(trial.folder.path('online/checkout.targeting.json'))).toBe(false);
  });

  const plan = (out: string) => ['plan', '--env', 'online', '--out', out];

  it.each([
    [
      'a targeting file',
      'online/checkout.targeting.json',
      /^--out needs another name: "\S+" would be taken for a targ/,
    ],
    ['a folder', 'online', /^"online" is a folder, not a file\.\n$/],
    [
      'an empty file',
      'empty',
      /^"empty" already exists, and this command did not write it\. Remove it, or give --out another name\.\n$/,
    ],
  ])('does not overwrite %s, and sends no request', async (_what, out, words) => {
    const text = textOf();
    const trial = await deployTrial({ files: { 'online/checkout.targeting.json': text, empty: '' } });
    const { code, stdout, stderr } = await trial.run(plan(out));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
    expect(readFileSync(trial.folder.path('online/checkout.targeting.json'), 'utf8')).toBe(text);
    expect(trial.service.requests).toEqual([]);
  });

  it('overwrites an earlier plan', async () => {
    const trial = await deployTrial({ files: { 'online/checkout.targeting.json': textOf() } });
    const made = () => readFileSync(trial.folder.path('plan.json'), 'utf8');
    expect((await trial.run(plan('plan.json'))).code).toBe(0);
    expect(made()).toContain('"action": "same"');
    trial.folder.write('online/checkout.targeting.json', textOf({ defaultServe: { select: 1 } }));
    expect((await trial.run(plan('plan.json'))).code).toBe(0);
    expect(made()).toContain('"action": "push"');
  });
});

it.each([
  [['apply', 'dev'], 'dev'],
  [['diff', 'a.targeting.json', 'dev'], 'dev'],
])('a folder in place of a file is reported: %j', async (args, folder) => {
  const trial = trialWith({ 'a.targeting.json': '{}', 'dev/a.targeting.json': '{}' });
  expect(await trial.run(args)).toEqual({ code: 2, stdout: '', stderr: `"${folder}" is a folder, not a file.\n` });
});
