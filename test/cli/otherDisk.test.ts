/** Tests commands at the root of a disk, and file names in a different case or Unicode form than on disk. */
import { describe, expect, it } from 'vitest';
import { commandLineTrials, otherDisk } from '../support/commandLine.js';
import { deployTrial, textOf } from './deployTrial.js';
import { onIn, users } from './localFiles.js';

const trialWith = commandLineTrials();

const config = JSON.stringify({
  ...{ baseUrl: 'https://toggles.example', project: 'Shop', files: 'flags/{environment}/{toggle}.targeting.json' },
  ...{ environments: { test: {}, prépro: {} }, code: {} },
});
const requiring = (key: string, value: string) => textOf({ prerequisites: [{ key, type: 'string', value }] });
const ada = ['--user', 'ada'];
const nfd = (name: string) => name.normalize('NFD');
const files = {
  'targeting.config.json': config,
  'targeting.users.json': users(),
  'flags/test/banner.targeting.json': requiring('new_search', 'fuzzy'),
  'flags/test/new_search.targeting.json': onIn('Paris'),
  [nfd('flags/prépro/banner.targeting.json')]: requiring('new_search', 'true'),
  [nfd('flags/prépro/new_search.targeting.json')]: onIn('Rome'),
  [nfd('flags/prépro/été.targeting.json')]: requiring('banner', 'maybe'),
  'app/shop.ts': "import { FPClient } from 'featureprobe-client-sdk-js';\nclient.boolValue('gone', false);\n",
};

it.each([
  [['check'], 1],
  [['check', '/'], 1],
  [['evaluate', 'flags/test/banner.targeting.json', ...ada], 0],
  [['compare', 'test', 'prépro'], 3],
  [['code', 'app'], 0],
])('a project at / gives the same result as a project in a folder: %j', async (args, code) => {
  const trial = trialWith(files);
  const atRoot = await trial.spawned(args, { environment: otherDisk(trial.path('.'), '/') });
  const inFolder = args.map((arg) => (arg === '/' ? '.' : arg));
  const elsewhere = await trial.spawned(inFolder, { environment: otherDisk(trial.path('.')) });
  expect(atRoot).toEqual(elsewhere);
  expect([atRoot.code, atRoot.stdout]).toEqual([code, expect.stringMatching(/./)]);
});

describe('on a disk that ignores case and Unicode form', () => {
  it.each([
    [
      ['check', 'FLAGS/Test/Banner.targeting.json'],
      ['check', 'flags/test/banner.targeting.json'],
    ],
    [
      ['check', 'FLAGS/prépro/*é*'.normalize('NFC')],
      ['check', nfd('flags/prépro/été.targeting.json')],
    ],
    [
      ['check', 'flags/PRÉPRO/été.targeting.json'],
      ['check', nfd('flags/prépro/été.targeting.json')],
    ],
    [
      ['test', 'FLAGS'],
      ['test', 'flags'],
    ],
    [
      ['evaluate', 'FLAGS/TEST/Banner.targeting.json', ...ada],
      ['evaluate', 'flags/test/banner.targeting.json', ...ada],
    ],
    [
      ['export', '--env', 'test', 'FLAGS/Test'],
      ['export', '--env', 'test', 'flags/test'],
    ],
    [
      ['export', '--env', 'prépro', nfd('flags/PRÉPRO')],
      ['export', '--env', 'prépro', 'flags/prépro'],
    ],
    [
      ['compare', 'test', 'prépro', 'FLAGS'],
      ['compare', 'test', 'prépro', 'flags'],
    ],
    [
      ['code', 'APP'],
      ['code', 'app'],
    ],
  ])('%j gives the same result as %j', async (typed, asOnDisk) => {
    const trial = trialWith(files);
    const environment = otherDisk(trial.path('.'));
    const [other, { stdout, stderr, code }] = await Promise.all([
      trial.spawned(typed, { environment }),
      trial.spawned(asOnDisk, { environment }),
    ]);
    expect(other).toEqual({ stdout, stderr, code });
    expect(stdout).not.toBe('');
  });

  it('check treats standard input as the existing file with that name', async () => {
    const trial = trialWith(files);
    const environment = otherDisk(trial.path('.'));
    const input = requiring('new_search', 'fuzzy');
    const check = (name: string) => trial.spawned(['check', '-', '--stdin-file-path', name], { environment, input });
    const asOnDisk = await check('flags/test/banner.targeting.json');
    expect(asOnDisk.stdout).toContain('impossible-prerequisite');
    expect(await check('Flags/TEST/BANNER.targeting.json')).toEqual(asOnDisk);
  });

  it('check finds the config above a folder outside of the current folder', async () => {
    const trial = trialWith(Object.fromEntries(Object.entries(files).map(([path, text]) => [`shop/${path}`, text])));
    trial.write('here/a.json', '');
    const run = (place: string) =>
      trial.spawned(['check', place], { environment: otherDisk(trial.path('.')), folder: 'here' });
    const asOnDisk = await run('../shop/flags');
    expect(asOnDisk.stdout).toContain('impossible-prerequisite');
    expect(await run('../SHOP/flags')).toEqual(asOnDisk);
  });

  it('plan spells the toggle and the environment as they are on disk', async () => {
    const trial = await deployTrial({
      environments: { dev: { api: 'featureprobe' } },
      keys: ['new_search'],
      files: { 'dev/new_search.targeting.json': textOf({ defaultServe: { select: 1 } }) },
    });
    const environment = { ...trial.environment, ...otherDisk(trial.folder.path('.')) };
    const plan = (place: string) => trial.folder.spawned(['plan', '--env', 'dev', place], { environment });
    const [typed, asOnDisk] = [
      await plan('DEV/New_Search.targeting.json'),
      await plan('dev/new_search.targeting.json'),
    ];
    expect(typed).toEqual(asOnDisk);
    expect(typed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('new_search') as string });
  });
});
