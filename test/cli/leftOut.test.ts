/** Tests that commands name a listed file that they cannot read, and exit with 2. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrials, prints } from '../support/commandLine.js';
import { onIn } from './localFiles.js';

const trialWith = commandLineTrials();
const commands = [['check'], ['export', '--env', 'dev'], ['serve', '--env', 'dev', '--port', '0'], ['code']];
const config = '{ "environments": { "dev": {} }, "files": "{environment}/{toggle}.targeting.json" }';
const onLinux = it.runIf(process.platform === 'linux');

/** The path of a file whose name is in Latin-1: bytes that no string has. */
function latin1(trial: CommandLineTrial, folder: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(trial.path(folder)), Buffer.from(`/${name}`, 'latin1')]);
}

const makers: Readonly<Record<string, (trial: CommandLineTrial) => void>> = {
  'a name that is not UTF-8': (trial) => writeFileSync(latin1(trial, 'dev', '\xe4.targeting.json'), '{}'),
  'a folder whose name is not UTF-8': (trial) => mkdirSync(latin1(trial, 'dev', '\xe4')),
  'a link to nothing': (trial) => symlinkSync('nothing', trial.path('dev/a.targeting.json')),
  'a link to itself': (trial) => symlinkSync('a.targeting.json', trial.path('dev/a.targeting.json')),
};

onLinux.each(Object.entries(makers))('Every command names %s', async (_what, make) => {
  const trial = trialWith({ 'targeting.config.json': config, 'dev/checkout.targeting.json': onIn('Paris') });
  make(trial);
  const runs = await Promise.all(commands.map((command) => trial.run(command)));
  expect(
    runs.map(({ code, stderr }) => [code, /^"dev\/\S+" cannot be read \((?:ENOENT|ELOOP)\)\.$/m.test(stderr)]),
  ).toEqual(commands.map(() => [2, true]));
  expect(runs[1]?.stdout).toBe('');
});

onLinux('A link is not read, whatever it leads to, and `diff` names it', async () => {
  const trial = trialWith({
    'targeting.config.json': config,
    'dev/b.targeting.json': onIn('Paris'),
    'dev/c.txt': onIn(''),
  });
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: trial.path('.'), stdio: 'pipe' });
  const linkTo = (target: string) => {
    rmSync(trial.path('dev/a.targeting.json'), { force: true });
    symlinkSync(target, trial.path('dev/a.targeting.json'));
    git('add', '--all');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', target);
  };
  git('init', '-q');
  linkTo('b.targeting.json');
  linkTo('c.txt');
  for (const command of ['check', 'explain']) {
    const { code, stdout, stderr } = await trial.run([command, 'dev/a.targeting.json']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^A link leads from "dev\/a\.targeting\.json" to /);
  }
  for (const command of ['export', 'plan', 'drift']) {
    const { code, stderr } = await trial.run([command, '--env', 'dev']);
    expect([command, code]).toEqual([command, 2]);
    expect(stderr).toContain('Links are not followed: "dev/a.targeting.json"');
  }
  for (const [range, why] of [
    ['HEAD~1', 'a link, or reached through a link'],
    ['HEAD~1..HEAD', 'a link'],
  ])
    expect(await trial.run(['diff', '--git', range ?? ''])).toMatchObject({
      code: 1,
      stdout: `dev/a.targeting.json\n  The file cannot be read (${why}).\n`,
    });
});

onLinux('`code` names a file of code whose name is not UTF-8', async () => {
  const trial = trialWith({ 'targeting.config.json': config, 'src/a.ts': '' });
  writeFileSync(latin1(trial, 'src', '\xe4.ts'), '');
  const { code, stdout, stderr } = await trial.run(['code']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: '"src/\ufffd.ts" cannot be read (ENOENT).\n' });
  expect(stdout).toContain('in 1 file');
});

onLinux('A name that has U+FFFD itself, and a link that Emacs leaves beside an open file, are fine', async () => {
  const trial = trialWith({ 'targeting.config.json': config, 'dev/\ufffd.targeting.json': onIn('Paris') });
  symlinkSync('anna@host.1:2', trial.path('dev/.#checkout.targeting.json'));
  await prints(trial.run(['export', '--env', 'dev']), 0, '"\ufffd":');
});
