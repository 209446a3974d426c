/** Tests the server at the root of a disk, and with names spelled differently in the editor and on disk. */
import { pathToFileURL } from 'node:url';
import { WorkspaceSymbolRequest } from 'vscode-languageserver-protocol/node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { targetsRequest } from '../../server/src/core/protocol.js';
import type { CommandLineTrial } from '../support/commandLine.js';
import { commandLineTrial, otherDisk } from '../support/commandLine.js';
import type { ServerTrial, ServerTrialOptions } from '../support/serverTrial.js';
import { pulls } from '../support/serverTrial.js';
import { spawnedTrial } from '../support/spawnedServer.js';

const targeting = (content: object) => JSON.stringify({ disabled: false, content });
const variations = [{ value: 'true' }, { value: 'false' }];
const served = { disabledServe: { select: 0 }, defaultServe: { select: 1 }, variations };
const search = targeting(served);
const banner = targeting({ ...served, prerequisites: [{ key: 'new_search', type: 'string', value: 'fuzzy' }] });

const found = ['missing-tests', 'impossible-prerequisite'];

let trial: CommandLineTrial;
let running: ServerTrial[];

beforeEach(() => {
  running = [];
  trial = commandLineTrial({
    'targeting.config.json': JSON.stringify({
      ...{ baseUrl: 'https://a.b', project: 'P', files: 'flags/{environment}/{toggle}.targeting.json' },
      environments: { test: { rules: { require: ['tests'] } } },
    }),
    'flags/test/new_search.targeting.json': search,
    'flags/test/banner.targeting.json': banner,
  });
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  trial.dispose();
});

async function startedOn(at: string | undefined, folder: string, options: ServerTrialOptions = {}) {
  const environment = otherDisk(trial.path('.'), at);
  const server = await spawnedTrial({ capabilities: pulls, folders: [folder], environment, ...options });
  running.push(server);
  const symbols = async () =>
    (await server.ask(WorkspaceSymbolRequest.type, { query: '' }))?.map(({ name, location }) => [name, location.uri]);
  return { server, symbols };
}

it.each([
  ['file:///', found],
  // A config above the opened folder does not count.
  ['file:///flags', ['impossible-prerequisite']],
])('the server lists each file once if the root of a disk is opened as %s', async (folder, expected) => {
  const { server, symbols } = await startedOn('/', folder);
  const uri = 'file:///flags/test/banner.targeting.json';
  await server.open(uri, banner);
  await symbols();
  expect(await server.codes(uri)).toEqual(expected);
  expect(await symbols()).toEqual([
    ['banner', uri],
    ['new_search', 'file:///flags/test/new_search.targeting.json'],
  ]);
  await server.close(uri);
  expect(await symbols()).toHaveLength(2);
});

it('the server lists a document once, under its name on disk, however the editor spells it', async () => {
  const onDisk = pathToFileURL(trial.path('flags/test/banner.targeting.json')).href;
  const typed = onDisk.replace('flags/test/banner', 'flags/TEST/Banner');
  const { server, symbols } = await startedOn(undefined, trial.uri('.'));
  await server.open(typed, banner);
  await symbols();
  expect(await server.codes(typed)).toEqual(found);
  expect((await symbols())?.map(([name]) => name)).toEqual(['banner', 'new_search']);
  const targets = { kind: 'found', targets: [expect.objectContaining({ environment: 'test', toggle: 'banner' })] };
  expect(await server.ask(targetsRequest, { uri: typed })).toMatchObject(targets);
  await server.close(typed);
  expect(await symbols()).toEqual([
    ['banner', expect.stringContaining('flags/test/banner')],
    ['new_search', expect.stringContaining('flags/test/new_search')],
  ]);
});

it('the server finds the config of a document if the editor spells the folder differently', async () => {
  const typed = trial
    .uri('.')
    .replace('toggle', 'TOGGLE')
    .replace(/\/\.?$/, '');
  const { server, symbols } = await startedOn(undefined, typed);
  const uri = `${typed}/flags/test/banner.targeting.json`;
  await server.open(uri, banner);
  await symbols();
  expect(await server.codes(uri)).toEqual(found);
  expect((await symbols())?.map(([name]) => name)).toEqual(['banner', 'new_search']);
});
