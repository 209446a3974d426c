/** Tests which files `toggle-targeting pull` leaves unchanged, and how it reports them. */
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deployTrial, textOf } from './deployTrial.js';
import { temporaryFolder } from '../support/folder.js';
import { prints } from '../support/commandLine.js';

const path = 'online/checkout.targeting.json';
const changed = textOf({ defaultServe: { select: 1 } });
const pull = ['pull', '--toggle', 'checkout', '--env', 'online'];

it('pull keeps the byte order mark', async () => {
  const trial = await deployTrial({ files: { [path]: `\uFEFF${changed}` } });
  expect((await trial.run(pull)).code).toBe(0);
  expect(readFileSync(trial.folder.path(path), 'utf8')).toBe(`\uFEFF${textOf()}`);
});

it.runIf(process.platform !== 'win32')('pull does not write through a link', async () => {
  const trial = await deployTrial({ files: { 'shared.targeting.json': changed, 'online/.keep': '' } });
  symlinkSync('../shared.targeting.json', trial.folder.path(path));
  trial.git('add', '-A');
  trial.git('commit', '-qm', 'x');
  await prints(trial.run(pull), 2, /^checkout: it would be .*shared\.targeting\.json, reached through a link/);
  expect(readFileSync(trial.folder.path('shared.targeting.json'), 'utf8')).toBe(changed);
});

it.runIf(process.platform !== 'win32')(
  'pull does not create files behind a link that leads out of the repository',
  async () => {
    const elsewhere = temporaryFolder();
    try {
      const trial = await deployTrial();
      symlinkSync(new URL(elsewhere.uri('')), trial.folder.path('online'));
      await prints(trial.run(pull), 2, ", reached through a link or among Git's own files.");
      expect(existsSync(new URL(elsewhere.uri('checkout.targeting.json')))).toBe(false);
    } finally {
      elsewhere.dispose();
    }
  },
);

it('pull does not overwrite a file that was never committed', async () => {
  const trial = await deployTrial();
  trial.folder.write(path, changed);
  await prints(trial.run(pull), 4, `${path} differs from the last commit, so it was left unchanged.`);
  expect(readFileSync(trial.folder.path(path), 'utf8')).toBe(changed);
});

it('pull does not overwrite a file with a Git filter, and does not run that filter', async () => {
  const trial = await deployTrial({ files: { '.gitattributes': '*.json filter=upper\n', 'online/.keep': '' } });
  trial.git('config', 'filter.upper.clean', 'touch started; tr a-z A-Z');
  trial.folder.write(path, changed);
  trial.git('add', '-A');
  trial.git('commit', '-qm', 'x');
  trial.folder.remove('started');
  expect(await trial.run(pull)).toMatchObject({
    code: 4,
    stdout: `checkout: ${path} differs from the last commit, so it was left unchanged.\n`,
  });
  expect(existsSync(trial.folder.path('started'))).toBe(false);
});

it('pull creates no file for a key with misleading characters, and escapes the key', async () => {
  const trial = await deployTrial({ keys: ['\u202egnp', 'a\u2066b', '-rf', 'fine'] });
  const { code, stdout } = await trial.run(['pull', '--all', '--env', 'dev']);
  expect([code, stdout.split('\n').sort()]).toEqual([
    2,
    [
      '',
      '-rf: "-rf.targeting.json" begins with a hyphen, so programs take it for an option.',
      '\\u202egnp: A file name cannot have "\\u202e" in it.',
      'a\\u2066b: A file name cannot have "\\u2066" in it.',
      'fine: dev/fine.targeting.json is new, from version 1.',
    ],
  ]);
  expect(readdirSync(trial.folder.path('dev'))).toEqual(['fine.targeting.json']);
});

it('pull leaves a file unchanged if it is not a JSON object, and exits with 2', async () => {
  const trial = await deployTrial({ files: { [path]: '[]' } });
  expect(await trial.run(pull)).toMatchObject({ code: 2, stdout: `checkout: ${path} is not a single JSON object.\n` });
});

it('pull reports a file that cannot be created, and exits with 2', async () => {
  const trial = await deployTrial({ files: { online: 'a file' } });
  await prints(trial.run(pull), 2, /^checkout: \S+ cannot be (?:read|written) \(\w+\)\.\n$/);
});

it('pull exits with 4 if one file is refused, even if another toggle fails', async () => {
  const trial = await deployTrial({ files: { [path]: textOf() } });
  trial.folder.write(path, changed);
  expect((await trial.run([...pull, '--toggle', 'none'])).code).toBe(4);
});

describe('pull writes nothing', () => {
  it('if the project has more toggles than the service lists', async () => {
    const trial = await deployTrial({
      answer: ({ method, path: asked }) =>
        method === 'GET' && /toggles\?|toggles$/.test(asked)
          ? { kind: 'respond', status: 200, body: JSON.stringify(pageOf('checkout')) }
          : undefined,
    });
    expect(await trial.run(['pull', '--all', '--env', 'online'])).toMatchObject({
      code: 2,
      stderr: 'The project has more toggles than can be listed. Name them with --toggle.\n',
    });
    expect(existsSync(trial.folder.path(path))).toBe(false);
  });

  it.each([
    ['where nobody can list them', 503],
    ['where the token is wrong', 403],
  ])('%s', async (_what, status) => {
    const trial = await deployTrial({ answer: () => ({ kind: 'respond', status, body: '' }) });
    expect((await trial.run(['pull', '--all', '--env', 'online'])).code).toBe(2);
    expect((await trial.run(pull)).code).toBe(2);
    expect(existsSync(trial.folder.path(path))).toBe(false);
  });
});

/** A page that claims there are far more. */
function pageOf(key: string) {
  return { content: [{ key, name: key }], totalElements: 1_000_000, totalPages: 100_000, last: false, number: 0 };
}

it('pull --all reports an unknown project once, with its name', async () => {
  const trial = await deployTrial({ config: { project: 'NOPE' } });
  const { code, stdout, stderr } = await trial.run(['pull', '--all', '--env', 'dev']);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^[^\n]*NOPE[^\n]*\n$/)]);
  expect(stderr).not.toMatch(/\bany\b/);
});
