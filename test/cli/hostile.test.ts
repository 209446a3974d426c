/** Tests a repository written by someone else: links that lead out of it, special files, and names with control characters. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { formats } from '../../server/src/cli/reports/formats.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { bodies, commandLineTrials, complains, prints } from '../support/commandLine.js';
import type { Folder } from '../support/folder.js';
import { temporaryFolder } from '../support/folder.js';
import { fileURLToPath } from 'node:url';

const trialWith = commandLineTrials();
const others: Folder[] = [];

afterEach(() => {
  for (const other of others.splice(0)) other.dispose();
});

function elsewhere(files: Readonly<Record<string, string>>): (path: string) => string {
  const other = temporaryFolder();
  others.push(other);
  for (const [path, text] of Object.entries(files)) other.write(path, text);
  return (path) => fileURLToPath(other.uri(path)).replace(/\/$/, '');
}

const secret = '{ "comment": 5, "TOKEN": "sesame" }\n';

describe.runIf(process.platform !== 'win32')('a link that leads out of the folder', () => {
  function linked(): { readonly trial: CommandLineTrial; readonly other: (path: string) => string } {
    const other = elsewhere({
      '.env': secret,
      'deep/y.targeting.json': secret,
      'repo/.git/HEAD': '',
      'repo/z.targeting.json': secret,
    });
    const trial = trialWith({ '.git/HEAD': '', 'a/x.targeting.json': bodies.clean });
    symlinkSync(other('.env'), trial.path('a/env.targeting.json'));
    symlinkSync(other('deep'), trial.path('b'));
    symlinkSync(other('repo'), trial.path('c'));
    return { trial, other };
  }

  it.each(formats)('is not followed, and one sentence alongside the %s report says so', async (format) => {
    const { trial } = linked();
    const { code, stdout, stderr } = await trial.run(['check', '--fix', '--format', format]);
    expect(stdout).not.toContain('sesame');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^Links are not followed: (?:"(?:b|c|a\/env\.targeting\.json)"(?:, |; )){3}only check and test follow them, with --follow-links\.\n$/,
      ) as unknown,
    });
    expect((await trial.run(['check', '--quiet'])).stderr).toBe('');
  });

  it.each(['a/env.targeting.json', 'b', 'c', 'b/y.targeting.json', 'c/z.targeting.json'])(
    'is refused as the argument %s',
    async (place) => {
      const { trial, other } = linked();
      const { code, stdout, stderr } = await trial.run(['check', '--fix', place]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /^A link leads from ".*" to \/.*; only check and test follow links, with --follow-links\.\n$/,
      );
      for (const path of ['.env', 'deep/y.targeting.json']) expect(readFileSync(other(path), 'utf8')).toBe(secret);
    },
  );

  it('is refused by other commands, which suggest no unsupported option', async () => {
    const { trial } = linked();
    for (const command of ['plan', 'evaluate']) {
      await complains(
        trial.run([command, 'b', ...(command === 'plan' ? ['--env', 'dev'] : [])]),
        2,
        '; only check and test follow links, with',
      );
    }
  });

  it('is followed with --follow-links', async () => {
    const { trial } = linked();
    const { code, stdout, stderr } = await trial.run(['check', '--follow-links', '--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const { problems } = JSON.parse(stdout) as { readonly problems: readonly { readonly file: string }[] };
    expect([...new Set(problems.map(({ file }) => file))]).toEqual([
      'a/env.targeting.json',
      'b/y.targeting.json',
      'c/z.targeting.json',
    ]);
  });

  it('is not read as a config, and no config further up replaces it', async () => {
    const other = elsewhere({
      'config.json': '{ "environments": { "dev": {} }, "problems": { "non-string-value": "off" } }',
    });
    const trial = trialWith({ 'a/x.targeting.json': bodies.warning });
    symlinkSync(other('config.json'), trial.path('a/targeting.config.json'));
    const { code, stderr, stdout } = await trial.run(['check', 'a/x.targeting.json']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: '"a/targeting.config.json" cannot be read (a link, or reached through a link).\n',
    });
    expect(stdout).toContain('1 warning');
  });
});

describe('a config', () => {
  const off = '{ "environments": { "dev": {} }, "problems": { "non-string-value": "off" } }';

  it("is ignored if it is above the root of the file's repository", async () => {
    const trial = trialWith({
      'repo/.git': 'gitdir: x',
      'repo/a/x.targeting.json': bodies.warning,
      'targeting.config.json': off,
    });
    const code = async (folder: string, place: string) => (await trial.run(['check', place], { folder })).code;
    expect(await code('repo/a', 'x.targeting.json')).toBe(1);
    expect(await code('.', 'repo')).toBe(1);
    trial.write('repo/targeting.config.json', off);
    expect(await code('repo/a', 'x.targeting.json')).toBe(0);
  });

  it('is ignored if it is above the current folder and there is no repository', async () => {
    const trial = trialWith({ 'a/b/x.targeting.json': bodies.warning, 'targeting.config.json': off });
    expect((await trial.run(['check'], { folder: 'a' })).code).toBe(1);
    expect((await trial.run(['check'], { folder: '.' })).code).toBe(0);
  });
});

// Reading an endless file would block the test's own process, so these tests spawn one.
describe('an unusual file', () => {
  const unreadable = (name: string, why: string) => ({ code: 2, stderr: `"${name}" cannot be read (${why}).\n` });

  it.runIf(process.platform !== 'win32')(
    'that is not a regular file is reported without delay, even as a config',
    async () => {
      const trial = trialWith({});
      const fifo = 'fifo.targeting.json';
      execFileSync('mkfifo', [trial.path(fifo)]);
      expect(await trial.spawned(['check'])).toMatchObject(unreadable(fifo, 'not a regular file'));
      for (const device of ['zero', 'tty']) {
        const name = `${device}.targeting.json`;
        symlinkSync(`/dev/${device}`, trial.path(name));
        const outcome = await trial.spawned(['check', '--follow-links', name]);
        expect(outcome).toMatchObject(unreadable(name, 'not a regular file'));
      }
      const config = 'other/targeting.config.json';
      trial.write('other/x.targeting.json', bodies.clean);
      execFileSync('mkfifo', [trial.path(config)]);
      const outcome = await trial.spawned(['check', 'other/x.targeting.json']);
      expect(outcome).toMatchObject(unreadable(config, 'not a regular file'));
    },
  );

  it.runIf(process.platform === 'linux')('in /proc is read although its size is 0', async () => {
    const trial = trialWith({});
    symlinkSync('/proc/self/environ', trial.path('x.targeting.json'));
    await prints(trial.spawned(['check', '--follow-links', 'x.targeting.json']), 1, 'LANG=C');
  });

  it('is reported if it is too large', async () => {
    const trial = trialWith({ 'x.targeting.json': '', 'targeting.config.json': '' });
    truncateSync(trial.path('x.targeting.json'), 4 * 1024 * 1024 + 1);
    expect(await trial.run(['check', 'x.targeting.json'])).toMatchObject({ code: 2 });
    truncateSync(trial.path('targeting.config.json'), 1024 * 1024 + 1);
    expect(await trial.run(['check', 'x.targeting.json'])).toMatchObject({
      code: 2,
      stderr: '"x.targeting.json" cannot be read (larger than 4 MiB).\n',
    });
    trial.write('x.targeting.json', bodies.clean);
    expect(await trial.run(['check', 'x.targeting.json'])).toMatchObject(
      unreadable('targeting.config.json', 'larger than 0.5 MiB'),
    );
    const large = await trial.run(['check', '-', '--stdin-file-path', 'deep/y.targeting.json'], {
      input: ' '.repeat(4 * 1024 * 1024 + 1),
    });
    expect(large).toMatchObject({ code: 2 });
    expect(large.stderr).toContain('Standard input cannot be read (larger than 4 MiB).\n');
  });
});

describe('control characters', () => {
  const evil = '\u001b]0;x\u0007\u009b31m\u0085\u202e\u2066\u200b\u{e0041}\u007f';
  const controlling = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

  it.runIf(process.platform !== 'win32').each(formats)('are not printed in the %s report', async (format) => {
    const name = `a${evil}/x${evil}.targeting.json`;
    const required = JSON.stringify({ content: { prerequisites: [{ key: evil, value: evil, type: 'boolean' }] } });
    const trial = trialWith({
      [name]: `{ "${evil.slice(2)}": 1, "comment": 1, "disabled": "${evil.replaceAll(/[\u001b\u0007]/g, '')}" }`,
      'b.targeting.json': required,
    });
    symlinkSync('/dev/zero', trial.path(`${evil}.targeting.json`));
    for (const options of [[], ['--fix'], [`no${evil}.json`], [`${evil}.targeting.json`]]) {
      const { stdout, stderr } = await trial.run(['check', '--no-color', '--format', format, ...options]);
      expect(stdout).not.toMatch(controlling);
      expect(stderr).not.toMatch(controlling);
      if (format === 'json') expect(stdout === '' || options.length > 0 || stdout.includes('\\u009b')).toBe(true);
    }
  });

  it('are not printed in messages about options', async () => {
    const trial = trialWith({});
    for (const args of [
      [`--${evil.slice(3)}`],
      [evil],
      ['check', '--format', evil],
      ['check', '--max-problems', evil],
    ]) {
      const { code, stderr } = await trial.run(args);
      expect(code).toBe(2);
      expect(stderr).not.toMatch(controlling);
    }
  });

  it('are kept in the JSON report, which programs read', async () => {
    const trial = trialWith({ 'x.targeting.json': '{ "\u009bx": 1 }' });
    const { stdout } = await trial.run(['check', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ problems: [{ message: 'Unknown property "\u009bx" in the body.' }] });
  });
});

describe.runIf(process.platform !== 'win32')('a temporary file of a killed run', () => {
  it('is deleted when a file next to it is fixed; other temporary files stay', async () => {
    const trial = trialWith({ 'x.targeting.json': bodies.warning, 'sub/.keep': '' });
    const left = '.toggle-targeting-0b8e8e2e-63e0-4b3f-9c63-1f3f5ad8a001.tmp';
    const own = '.toggle-targeting-0b8e8e2e-63e0-4b3f-9c63-1f3f5ad8a002.tmp';
    const others = ['.x.tmp', '.0b8e8e2e-63e0-4b3f-9c63-1f3f5ad8a003.tmp'];
    for (const name of [left, own, ...others]) writeFileSync(trial.path(name), '');
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const name of [left, ...others]) utimesSync(trial.path(name), yesterday, yesterday);
    expect(await trial.run(['check', '--fix'])).toMatchObject({ code: 0 });
    expect(readdirSync(trial.path('.')).sort()).toEqual([...others, own, 'sub', 'x.targeting.json'].sort());
  });
});
