/** Tests that command line and server never start a Git of the repository, nor any Git in an untrusted workspace. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeConfigsRequest, codePageRequest, liveCommitRequest } from '../../server/src/core/protocol.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrial, commitAll } from '../support/commandLine.js';
import { pulls } from '../support/serverTrial.js';
import type { SpawnedOptions } from '../support/spawnedServer.js';
import { spawnedTrial } from '../support/spawnedServer.js';

const variations = [{ value: 'false' }, { value: 'true' }];
const content = { rules: [], disabledServe: { select: 0 }, defaultServe: { select: 1 }, variations };
const call = "import { FPClient } from 'featureprobe-client-sdk-js';\nclient.boolValue('a', false);\n";
const files = {
  'repo/.gitignore': 'ignored.ts\n',
  'repo/targeting.config.json': JSON.stringify({
    code: {},
    environments: { dev: {} },
    files: '{toggle}.targeting.json',
  }),
  'repo/a.targeting.json': JSON.stringify({ content }),
  'repo/app.ts': call,
  'repo/ignored.ts': call,
};
const path = process.env['PATH'] ?? '';
const git = realpathSync(execFileSync('sh', ['-c', 'command -v git']).toString().trim());

let trial: CommandLineTrial;

beforeEach(() => {
  trial = commandLineTrial(files);
  const run = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: trial.path('repo'), stdio: 'ignore', env: { PATH: path, HOME: trial.path('.') } });
  run('init', '-q');
  run('add', '-A');
  run('-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '-qm', 'x');
  // Each of these logs that it ran, and then runs the real Git.
  for (const place of ['repo', 'repo/bin', 'repo/node_modules/.bin', 'node_modules/.bin', 'own'])
    program(`${place}/git`, `#!/bin/sh\necho "${place}" >> '${trial.path('ran')}'\nexec '${git}' "$@"\n`);
  program('repo/sh', `#!/bin/sh\necho "sh" >> '${trial.path('ran')}'\n`);
});
afterEach(() => trial.dispose());

function program(file: string, text: string): void {
  trial.write(file, text);
  chmodSync(trial.path(file), 0o755);
}

function ran(): string {
  return existsSync(trial.path('ran')) ? readFileSync(trial.path('ran'), 'utf8') : '';
}

/** Opens the folder as an editor does. @returns a function that finds references in code, too */
async function codeIn(options: SpawnedOptions) {
  const server = await spawnedTrial({
    ...{ capabilities: pulls, folders: [trial.uri('repo')], cwd: trial.path('repo') },
    ...options,
  });
  const references = async () => {
    const params = {
      ...{ textDocument: { uri: trial.uri('repo/a.targeting.json') }, position: { line: 0, character: 0 } },
      context: { includeDeclaration: false },
    };
    const found = (await server.request('textDocument/references', params).answered) as readonly { uri: string }[];
    return found.map(({ uri }) => uri.slice(uri.lastIndexOf('/') + 1)).sort();
  };
  await server.open(trial.uri('repo/a.targeting.json'), files['repo/a.targeting.json']);
  return { server, references };
}

describe.runIf(process.platform !== 'win32')('a Git program in the repository or a package', () => {
  it.each([
    ['.', () => '.'],
    ['an empty entry', () => ''],
    ['a relative folder', () => 'bin'],
    ['the repository', () => trial.path('repo/bin')],
    ['its packages', () => trial.path('repo/node_modules/.bin')],
    ['packages above it', () => trial.path('node_modules/.bin')],
    ['a way round to it', () => `${trial.path('own')}/../repo/bin`],
  ])('is not started if the first entry of PATH is %s', async (_what, entry) => {
    const environment = { PATH: `${entry()}:${dirname(git)}:${path}` };
    for (const args of [['diff', '--git', 'HEAD'], ['code'], ['code', '--git', 'HEAD'], ['git', 'install']]) {
      const { code, stderr } = await trial.run(args, { folder: 'repo', environment });
      expect([args, code === 2 ? stderr : '', ran()]).toEqual([args, '', '']);
    }
    const { server, references } = await codeIn({ environment });
    expect(await references()).toEqual(['app.ts']);
    expect(ran()).toBe('');
    await server.stop();
  });

  it('is not started even if there is no other Git, and a message says that Git was not found', async () => {
    const environment = { PATH: `.:${trial.path('repo/bin')}` };
    const said = async (...args: readonly string[]) =>
      (await trial.run(args, { folder: 'repo', environment })).stderr.replace(/^Warning: .*\n/gm, '');
    const notFound = 'Git was not found in PATH. Folders of this project and node_modules do not count.\n';
    expect(await said('diff', '--git', 'HEAD')).toBe(notFound);
    expect(await said('promote', '--git', 'HEAD', '--from', 'dev')).toBe(notFound);
    expect(await said('code', '--git', 'HEAD')).toContain(notFound);
    expect(await said('git', 'install')).toBe(notFound);
    expect(await said('git', 'install', '--global')).toBe(notFound);
    expect(await said('code')).toBe('Git was not found in PATH, so files that it ignores count, too.\n');
    expect(ran()).toBe('');
  });
});

describe.runIf(process.platform !== 'win32')('trust in the workspace', () => {
  it('is required before Git is started to skip ignored files', async () => {
    const environment = { PATH: `${trial.path('own')}:${path}` };
    const { server, references } = await codeIn({ environment, initializationOptions: { isTrusted: false } });
    expect(await references()).toEqual(['app.ts', 'ignored.ts']);
    await server.pull(trial.uri('repo/a.targeting.json'));
    await server.request('textDocument/codeLens', { textDocument: { uri: trial.uri('repo/a.targeting.json') } })
      .answered;
    for (const configUri of await server.ask(codeConfigsRequest, {})) await server.ask(codePageRequest, { configUri });
    expect(await server.ask(liveCommitRequest, live(1))).toBe(null);
    expect(ran()).toBe('');
    const untrusted = [false, 'false', null, 0];
    for (const settings of [
      null,
      ...untrusted.flatMap((isTrusted) => [{ isTrusted }, { isTrusted, toggleTargeting: { isTrusted: true } }]),
    ]) {
      await server.configure(settings);
      expect([settings, await references(), ran()]).toEqual([settings, ['app.ts', 'ignored.ts'], '']);
    }
    await server.configure({ isTrusted: true });
    expect(await references()).toEqual(['app.ts']);
    expect(ran()).toMatch(/^(?:own\n)+$/);
    await server.stop();
  });

  it('is assumed if the editor does not report trust', async () => {
    const { server, references } = await codeIn({ environment: { PATH: `${trial.path('own')}:${path}` } });
    expect(await references()).toEqual(['app.ts']);
    expect(ran()).toMatch(/^(?:own\n)+$/);
    await server.stop();
  });
});

describe.runIf(process.platform !== 'win32')('the commit whose version is live', () => {
  it('is found among the last ten commits of the file, with one start of Git for each commit', async () => {
    const defaults = { ...content, defaultServe: { select: 1 } };
    for (let select = 2; select <= 11; select += 1) {
      trial.write('repo/a.targeting.json', JSON.stringify({ content: { ...defaults, defaultServe: { select } } }));
      commitAll({ path: () => trial.path('repo') }, String(select));
    }
    const { server } = await codeIn({ environment: { PATH: `${trial.path('own')}:${path}` } });
    const starts = async (select: number) => {
      const before = ran().length;
      const found = await server.ask(liveCommitRequest, live(select));
      return [found, (ran().length - before) / 'own\n'.length];
    };
    expect(await starts(11)).toEqual([['disabled'], 2]);
    expect(await starts(9)).toEqual([['disabled'], 4]);
    expect(await starts(1), 'the eleventh commit').toEqual([null, 11]);
    await server.stop();
  });
});

function live(select: number) {
  return {
    uri: trial.uri('repo/a.targeting.json'),
    live: { disabled: true, content: { ...content, defaultServe: { select } } },
  };
}
