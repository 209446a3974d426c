/**
 * Tests the built command line in repositories that want Git to start their programs, and against a hostile service.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { tokenVariable } from '../../server/src/cli/deploy/access.js';
import { cliFile, runInProcess } from '../support/commandLine.js';
import { environment, gitTraps, secret, token } from './gitTraps.js';
import { cases, startHostileService } from './service.js';

const leaks: string[] = [];
const service = await startHostileService((request) => leaks.push(request));
const traps = gitTraps(service.url);

/** Every command that starts Git, reads a service or does both, and those that read files of the repository. */
const commands: readonly (readonly string[])[] = [
  ['plan', '--env', 'dev', '--out', 'plan.json'],
  ['apply', 'plan.json'],
  ['drift'],
  ['diff', '--git', 'HEAD'],
  ['diff', '--git', 'HEAD~1'],
  ['diff', '--git', 'HEAD~1...HEAD'],
  ['diff', '--git', 'HEAD~1..HEAD', '--', '-rf.targeting.json', ':(exclude)x'],
  ['diff', 'linked.targeting.json', 'dev/proto.targeting.json'],
  ['pull', '--toggle', 'proto', '--toggle', '-rf', '--env', 'dev'],
  ['code'],
  ['code', '--stale'],
  ['code', '--git', 'HEAD'],
  ['code', '--git', 'HEAD~1...HEAD'],
  ['check'],
  ['test'],
  ['git', 'merge', '--', 'dev/proto.targeting.json', 'dev/proto.targeting.json', 'dev/-rf.targeting.json'],
  ['git', 'merge', '--', '.gitattributes', '.gitattributes', '.gitattributes'],
  ['explain', 'dev/proto.targeting.json'],
  ['git', 'install'],
  ['git', 'uninstall'],
  ['git', 'install', '--global'],
  ['git', 'uninstall', '--global'],
];

it('Ordinary Git commands trigger the traps', () => {
  const [clone = '', archive = ''] = Object.values(traps.folders).filter(
    (_folder, index) => index === 1 || index === 2,
  );
  const caught = [
    ['a filter', clone, 'hash-object', '--', 'proto.targeting.json'],
    ['a signature', archive, 'log', '-1'],
    ['the search for changes', archive, 'diff', '--stat', 'HEAD'],
    ['a missing object', archive, 'show', 'HEAD~1:dev/proto.targeting.json'],
  ].map(([what = '', folder, ...args]) => {
    const env = { ...environment(traps.home), GIT_CONFIG_PARAMETERS: "'protocol.ext.allow=always'" };
    spawnSync('git', args, { cwd: folder, env, stdio: 'ignore' });
    return `${what}: ${/^trap (\S+)/m.exec(traps.sprung())?.[1]}`;
  });
  expect(caught).toEqual([
    'a filter: filter.x.process',
    'a signature: include.path',
    'the search for changes: core.fsmonitor',
    'a missing object: remote.origin.url',
  ]);
});

/** Git searches for no repository and starts no helpers. */
const always =
  /^git --no-pager --no-optional-locks --git-dir=(?:\/dev\/null|\/\S+ --work-tree=\/\S+) -c core\.fsmonitor=false -c core\.hooksPath=\/dev\/null -c log\.showSignature=false /;
/** These read no file of the work tree, and so no attribute that names a filter. */
const question =
  / (?:config|rev-parse|merge-base|merge-file|ls-files|ls-tree|rev-list|cat-file blob|diff-tree .*--no-ext-diff --no-textconv|diff-index .*--no-ext-diff --no-textconv --cached) /;

/** Each command runs in three or four of the folders; nightly, in all of them. */
const tried = Object.entries(traps.folders).map(([what, folder], at) => {
  const own = commands.filter((_, index) => process.env['ALL_TESTS'] !== undefined || (index + at) % 3 === 0);
  return [what, folder, own] as const;
});

/** Each waits until Git has used up its time, so they begin with the first test. */
const asking = commands.filter(
  ([command = '', how]) => ['plan', 'diff', 'pull', 'code'].includes(command) && how !== 'linked.targeting.json',
);
const waiting = Promise.all(asking.map((args) => spawned(args, traps.waiting)));
afterAll(() => waiting.finally(() => traps.dispose()));

it.each(tried)(
  'In %s, no program named by a repository is started, and no child process gets the token',
  async (_what, folder, own) => {
    const calls: string[] = [];
    for (const [index, args] of own.entries()) {
      // One command per folder runs in its own process, whose environment differs.
      const { ended, output } = await (index === 0 ? spawned(args, folder) : inProcess(args, folder));
      expect(ended, `${args.join(' ')}: ${output}`).toBe(true);
      calls.push(traps.calls());
      expect(traps.sprung(), args.join(' ')).toBe('');
      expect(output, args.join(' ')).not.toContain(secret);
      expect(output, args.join(' ')).not.toContain(token);
    }
    const started = calls.join('').match(/^git .*$/gm) ?? [];
    expect(started).not.toEqual([]);
    for (const line of started) {
      expect(line).toMatch(always);
      expect(line).toMatch(question);
    }
    expect(calls.join('')).not.toMatch(/TOKEN|canary-7f3a|GIT_TRACE|GIT_SSH/);
    expect(leaks).toEqual([]);
  },
  600_000,
);

it('Against a hostile service, every command terminates, and nobody else gets the token', async () => {
  const folder = traps.folders['a clone'] ?? '';
  const keys = Object.keys(cases).flatMap((key) => ['--toggle', key]);
  const pull = ['pull', '--env', 'dev', '--timeout', '1', ...keys];
  const tried = async (args: readonly string[]) => {
    const { ended, output } = await spawned(args, folder);
    expect(ended, `${args.join(' ')}: ${output}`).toBe(true);
    expect(output).not.toContain(token);
    expect(output, 'no cursor is moved and no line turned around').not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  };
  await tried(pull);
  await Promise.all([
    tried(['plan', '--env', 'dev', '--timeout', '1', '--out', 'all.json']),
    tried(['drift', '--timeout', '1']),
  ]);
  await tried(['apply', 'all.json', '--timeout', '1']);
  await tried(pull);
  expect(traps.sprung()).toBe('');
  expect(leaks).toEqual([]);
}, 900_000);

it('If Git hangs, commands that need Git terminate with a message', async () => {
  expect((await waiting).map(({ ended, output }) => [ended, output.match(/Git did not respond/g)?.length])).toEqual(
    asking.map(() => [true, 1]),
  );
}, 600_000);

function environmentOf(): Record<string, string> {
  return {
    ...environment(traps.home),
    ...{ PATH: traps.path, LANG: 'C', [tokenVariable(service.url)]: token },
    // Other variables of a job.
    ...{ GITHUB_TOKEN: `github-${token}`, GH_TOKEN: `gh-${token}`, NPM_TOKEN: `npm-${token}` },
    ...{ GIT_TRACE: join(traps.home, 'trace'), GIT_EXTERNAL_DIFF: 'false', GIT_SSH_COMMAND: 'false' },
  };
}

async function inProcess(args: readonly string[], folder: string) {
  const { stdout, stderr } = await runInProcess(args, { input: '', environment: environmentOf(), folder });
  return { ended: true, output: stdout + stderr };
}

async function spawned(args: readonly string[], cwd: string) {
  // Only for a command that would never end.
  const ending = { timeout: 300_000, killSignal: 'SIGKILL' } as const;
  const child = spawn(process.execPath, [cliFile, ...args], { cwd, env: environmentOf(), ...ending });
  child.stdin.end();
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr), once(child, 'close')]);
  return { ended: child.exitCode !== null, output: `${stdout.toString()}${stderr.toString()}` };
}
