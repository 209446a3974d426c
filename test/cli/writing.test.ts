/** Tests which files commands write with `--out`, and how they replace files. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { filesOnDisk } from '../../server/src/cli/files/filesOnDisk.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { cliFile, commandLineTrials, complains } from '../support/commandLine.js';
import { config, onIn, users } from './localFiles.js';

const trialWith = commandLineTrials();
const exporting = ['export', '--env', 'dev'];

function repository(): CommandLineTrial {
  const trial = trialWith({
    'outside/bashrc': 'mine',
    'repo/targeting.config.json': config,
    'repo/targeting.users.json': users(),
    'repo/dev/checkout.targeting.json': onIn('Paris'),
    'repo/package.json': '{ "segments": {}, "toggles": {} }',
    'repo/list.json': '[]',
  });
  execFileSync('git', ['init', '--quiet', trial.path('repo')]);
  return trial;
}

const run = (trial: CommandLineTrial, args: readonly string[]) => trial.run(args, { folder: 'repo' });

it('--out only replaces files that the same command wrote, and follows no link out of the folder', async () => {
  const trial = repository();
  symlinkSync('../outside/bashrc', trial.path('repo/link.json'));
  symlinkSync('../outside', trial.path('repo/folder'));
  symlinkSync('../outside/new.json', trial.path('repo/dangling.json'));
  symlinkSync('../outside/none', trial.path('repo/nowhere'));
  symlinkSync('.git/hooks/post-commit', trial.path('repo/hook.json'));
  mkdirSync(trial.path('repo/sub'));
  const before = readFileSync(trial.path('repo/.git/config'), 'utf8');
  const link = "is reached through a link or is among Git's own files. Give --out another name.";
  const other = 'already exists, and this command did not write it. Remove it, or give --out another name.';
  const refused = [
    ['link.json', link],
    ['folder/bashrc', link],
    ['folder/new.json', link],
    ['dangling.json', link],
    ['package.json', other],
    ['list.json', other],
    ['.git/config', link],
    ['.git/new', link],
    ['hook.json', link],
    ['sub', 'is a folder, not a file.'],
  ] as const;
  const print = (code: number | null, stderr: string) => `${code} ${stderr}`;
  for (const [out, words] of refused) {
    const { code, stderr } = await run(trial, [...exporting, '--out', out]);
    expect(print(code, stderr)).toBe(print(2, `"${out}" ${words}\n"${out}" was not written.\n`));
    const plan = await run(trial, ['plan', '--env', 'dev', '--out', out]);
    expect(print(plan.code, plan.stderr)).toBe(print(2, `"${out}" ${words}\n`));
    if (words !== other) expect((await run(trial, [...exporting, '--force', '--out', out])).code).toBe(2);
  }
  expect((await run(trial, [...exporting, '--force', '--out', 'nowhere/a.json'])).code).toBe(2);
  expect(readdirSync(trial.path('outside'))).toEqual(['bashrc']);
  expect(readFileSync(trial.path('outside/bashrc'), 'utf8')).toBe('mine');
  expect(readFileSync(trial.path('repo/.git/config'), 'utf8')).toBe(before);
  expect((await run(trial, [...exporting, '--force', '--out', 'package.json'])).code).toBe(0);
  expect(readFileSync(trial.path('repo/package.json'), 'utf8')).toContain('"checkout"');
});

it('output escapes control characters, bidirectional marks and characters that look like blanks', async () => {
  const trial = repository();
  trial.write('repo/dev/checkout.targeting.json', onIn('\u009b2J\u202e\u3164\u2800'));
  const targeting = JSON.parse(readFileSync(trial.path('repo/dev/checkout.targeting.json'), 'utf8')) as unknown;
  const input = `${JSON.stringify({ toggle: '\u009b\u202e', targeting, user: { key: 'a' } })}\n`;
  const printed = [
    await run(trial, exporting),
    await trial.run(['evaluate', '--batch'], { input }),
    await trial.run(['evaluate', 'repo/dev/checkout.targeting.json', '--user', '\u009b\u3164']),
  ].map(({ stdout, stderr }) => stdout + stderr);
  expect(printed[0]).toContain('\\u009b2J\\u202e\\u3164\\u2800');
  for (const each of printed) expect(each).not.toMatch(/[\u009b\u202e\u3164\u2800]/);
});

it('diff --git refuses a .git folder that contains a pipe instead of a file', async () => {
  for (const name of ['commondir', 'shallow', 'info/grafts', 'objects/info/alternates']) {
    const trial = repository();
    mkdirSync(trial.path('repo/.git/info'), { recursive: true });
    execFileSync('mkfifo', [trial.path(`repo/.git/${name}`)]);
    const { code, stderr } = await run(trial, ['diff', '--git', 'HEAD']);
    expect([name, code, stderr]).toEqual([name, 2, 'This is not a Git repository.\n']);
  }
});

it('--out replaces an earlier export, but writes through no symbolic or hard link', async () => {
  const trial = repository();
  const exported = (...args: readonly string[]) => run(trial, [...exporting, ...args]);
  const client = ['--format', 'client', '--user', 'ada'];
  expect((await exported('--out', 'sub/repo.json')).code).toBe(0);
  symlinkSync('sub/repo.json', trial.path('repo/link.json'));
  linkSync(trial.path('repo/sub/repo.json'), trial.path('outside/hard.json'));
  const old = readFileSync(trial.path('outside/hard.json'), 'utf8');
  expect((await exported('--out', 'link.json', ...client)).code).toBe(2);
  expect((await exported('--out', 'sub/repo.json', ...client)).code).toBe(0);
  expect(readFileSync(trial.path('repo/sub/repo.json'), 'utf8')).toBe((await exported(...client)).stdout);
  expect(readFileSync(trial.path('outside/hard.json'), 'utf8')).toBe(old);
  expect((await exported('--out', 'sub/repo.json')).code).toBe(0);
  expect(readFileSync(trial.path('repo/sub/repo.json'), 'utf8')).toBe(old);
});

it('--out writes to pipes and standard output without replacing them', async () => {
  const trial = repository();
  const { stdout: json } = await run(trial, exporting);
  expect((await run(trial, [...exporting, '--out', '/dev/stdout'])).stdout).toBe(json);
  const toFile = `"$0" "$1" ${exporting.join(' ')} --out /dev/stdout > printed; "$0" "$1" ${exporting.join(' ')} --out /dev/stdout | cat > piped`;
  execFileSync('sh', ['-c', toFile, process.execPath, cliFile], { cwd: trial.path('repo'), stdio: 'ignore' });
  for (const name of ['printed', 'piped']) expect(readFileSync(trial.path(`repo/${name}`), 'utf8')).toBe(json);

  execFileSync('mkfifo', [trial.path('repo/pipe')]);
  await complains(run(trial, [...exporting, '--out', 'pipe']), 2, '"pipe" cannot be written (ENXIO).');
  // Opening a pipe for writing succeeds only once the reader is there.
  const reader = spawn('cat', [trial.path('repo/pipe')]);
  const ended = once(reader, 'close');
  const read = text(reader.stdout);
  const holding = spawn('sh', ['-c', 'exec 3> "$0"; echo open; read _', trial.path('repo/pipe')]);
  await once(holding.stdout, 'data');
  expect((await run(trial, [...exporting, '--out', 'pipe'])).code).toBe(0);
  holding.stdin.end('\n');
  await ended;
  expect(await read).toBe(json);
  expect(lstatSync(trial.path('repo/pipe')).isFIFO()).toBe(true);
});

it.runIf(process.getuid?.() === 0)('--out does not replace a device, even for root', async () => {
  const trial = repository();
  execFileSync('mknod', [trial.path('repo/null'), 'c', '1', '3']);
  for (const more of [[], ['--force']])
    expect((await run(trial, [...exporting, '--out', 'null', ...more])).code).toBe(0);
  expect(lstatSync(trial.path('repo/null')).isCharacterDevice()).toBe(true);
});

it('replace() retries a rename for a second if the file is in use, and leaves no temporary file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'writing-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a');
  writeFileSync(path, 'before');
  const replaced = (failures: number, code: string) => {
    const waits: number[] = [];
    let left = failures;
    const rename: Parameters<typeof filesOnDisk>[0] = (from, to) => {
      if (left-- > 0) throw Object.assign(new Error(code), { code });
      writeFileSync(to, readFileSync(from));
      rmSync(from);
    };
    const files = filesOnDisk(rename, (milliseconds) => waits.push(milliseconds));
    const failure = files.replace(path, Buffer.from(`${failures} ${code}`));
    return [failure, waits.length, waits.reduce((sum, each) => sum + each, 0), readFileSync(path, 'utf8')];
  };
  expect(replaced(3, 'EBUSY')).toEqual([undefined, 3, 300, '3 EBUSY']);
  expect(replaced(10, 'EPERM')).toEqual([undefined, 10, 1_000, '10 EPERM']);
  expect(replaced(11, 'EACCES')).toEqual(['EACCES', 10, 1_000, '10 EPERM']);
  expect(replaced(1, 'ENOSPC')).toEqual(['ENOSPC', 0, 0, '10 EPERM']);
  expect(readdirSync(folder)).toEqual(['a']);
});
