/** Tests the environment that the language server serves over HTTP to applications on this machine. */
import { io } from 'socket.io-client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { ApplyWorkspaceEditRequest, CodeLensRequest, CompletionRequest } from 'vscode-languageserver-protocol';
import type { ServeParams, Serving } from '../../server/src/core/protocol.js';
import {
  addUserRequest,
  servableRequest,
  serveRequest,
  servingNotification,
  stopServingRequest,
  whoGetsWhatRequest,
} from '../../server/src/core/protocol.js';
import { lensNames } from '../../server/src/core/protocol/settings.js';
import type { Folder } from '../support/folder.js';
import type { ServerTrial } from '../support/languageServer.js';
import { testFolder, testServer } from '../support/folderTrials.js';
import { cityRule, contentOf, inCity, targetingOf } from '../support/targetings.js';

let server: ServerTrial;
let folder: Folder;
let serving: Serving | undefined;

const targeting = (select: number) => {
  const content = contentOf({ rules: [cityRule('Paris', { select: 1 }, 'Paris')], defaultServe: { select } });
  return JSON.stringify({ content }, undefined, 2);
};
const beta = targetingOf({
  rules: [{ serve: { select: 1 }, conditions: [{ type: 'segment', predicate: 'is in', objects: ['beta'] }] }],
});
const segments = (city: string) => ({
  users: [{ name: 'ada', key: 'ada' }],
  segments: [{ key: 'beta', rules: [{ conditions: [inCity(city)] }] }],
});

beforeEach(async () => {
  serving = undefined;
  folder = testFolder();
  const files = '{environment}/{toggle}.targeting.json';
  folder.write('targeting.config.json', JSON.stringify({ files, environments: { dev: {}, online: {} } }));
  folder.write('targeting.users.json', JSON.stringify(segments('Paris')));
  folder.write('dev/checkout.targeting.json', targeting(0));
  folder.write('dev/beta.targeting.json', beta);
  folder.write('online/checkout.targeting.json', targeting(1));
  server = await testServer({
    folders: [folder.uri('')],
    initializationOptions: { lenses: lensNames },
    capabilities: { workspace: { codeLens: { refreshSupport: true }, applyEdit: true } },
  });
  server.connection.onNotification(servingNotification, (told) => {
    serving = told.serving;
  });
});

const dev = (): ServeParams => ({
  from: folder.uri('targeting.config.json'),
  environment: 'dev',
  port: 0,
  allowedOrigins: [],
});

async function serve(params = dev()): Promise<string> {
  const answer = await server.ask(serveRequest, params);
  expect(answer).toMatchObject({ kind: 'serving' });
  return `http://127.0.0.1:${answer.kind === 'serving' ? answer.port : 0}`;
}

async function values(url: string, attrs: Readonly<Record<string, string>> = {}) {
  const user = Buffer.from(JSON.stringify({ key: 'rob', attrs })).toString('base64');
  const response = await fetch(`${url}/api/client-sdk/toggles?user=${user}`, { headers: { authorization: 'any' } });
  const toggles = (await response.json()) as Record<string, { readonly value: unknown }>;
  return Object.fromEntries(Object.entries(toggles).map(([key, { value }]) => [key, value]));
}

async function report(url: string, ruleIndex: number | null, variationIndex: number, attrs: object = {}) {
  const event = {
    ...{ kind: 'debug', time: Date.now(), key: 'checkout', value: variationIndex === 1, version: 1 },
    ...{ variationIndex, ruleIndex, user: 'rob', userDetail: { key: 'rob', attrs } },
  };
  const counter = { count: 1, value: variationIndex === 1, index: variationIndex, version: 1 };
  const access = { startTime: Date.now(), endTime: Date.now(), counters: { checkout: [counter] } };
  const body = JSON.stringify([{ events: [event], access }]);
  const headers = { authorization: 'any', 'content-type': 'application/json' };
  expect((await fetch(`${url}/api/events`, { method: 'POST', headers, body })).status).toBeLessThan(300);
}

async function lenses(path: string): Promise<readonly (string | undefined)[]> {
  const textDocument = { uri: folder.uri(path) };
  const found = await server.ask(CodeLensRequest.type, { textDocument });
  return (found ?? []).map(({ command }) => command?.title);
}

const checkout = 'dev/checkout.targeting.json';
/** The range of the default's `select`. */
const line =
  targeting(0)
    .split('\n')
    .findIndex((each) => each.includes('defaultServe')) + 1;
const selected = { start: { line, character: 16 }, end: { line, character: 17 } };

describe('an environment that is served to local applications', () => {
  it('is offered for serving if it has files', async () => {
    const ask = async (uri?: string) =>
      (await server.ask(servableRequest, uri === undefined ? {} : { uri })).map(({ name }) => name);
    expect(await ask()).toEqual(expect.arrayContaining(['dev', 'online']));
    expect(await ask(folder.uri(checkout))).toEqual(['dev']);
    expect(await ask(folder.uri('online'))).toEqual(['online']);
  });

  it('provides unsaved text, and the text on disk after the file is closed', async () => {
    const url = await serve();
    expect(await values(url)).toEqual({ checkout: false, beta: false });
    await server.open(folder.uri(checkout), targeting(0));
    await server.change(folder.uri(checkout), 2, [{ range: selected, text: '1' }]);
    expect(await lenses(checkout)).toContain('served to local applications');
    expect(await values(url)).toMatchObject({ checkout: true });
    await server.close(folder.uri(checkout));
    await expect.poll(() => values(url)).toMatchObject({ checkout: false });
  });

  it('notifies connected applications of a change immediately', async () => {
    const url = await serve();
    await server.open(folder.uri(checkout), targeting(0));
    const socket = io(`${url}/realtime`, { path: '/realtime', transports: ['websocket'] });
    let updates = 0;
    socket.on('update', () => (updates += 1));
    socket.emit('register', { key: 'any' });
    // Like the real service, the server sends an update after registration.
    await expect.poll(() => updates).toBe(1);
    await server.change(folder.uri(checkout), 2, [{ range: selected, text: '1' }]);
    await expect.poll(() => updates).toBe(2);
    socket.disconnect();
  });

  it('provides the last good version of a broken file, and a lens shows the reason', async () => {
    const url = await serve();
    await server.open(folder.uri(checkout), targeting(0));
    await server.change(folder.uri(checkout), 2, [{ range: selected, text: '1' }]);
    await server.change(folder.uri(checkout), 3, [{ range: selected, text: '' }]);
    expect(await lenses(checkout)).toContainEqual(expect.stringMatching(/^serving the last good version: ./));
    expect(await values(url)).toMatchObject({ checkout: true });
    await expect
      .poll(() => serving?.details.join(), { timeout: 20_000 })
      .toContain('Toggles served differently from their files: checkout');
  });

  it('follows files that are created, changed and deleted on disk', async () => {
    const url = await serve();
    const told = (path: string, type: 1 | 2 | 3) => server.changedOnDisk(folder.uri(path), type);
    folder.write('dev/new.targeting.json', targeting(1));
    await told('dev/new.targeting.json', 1);
    await expect.poll(() => values(url)).toEqual({ checkout: false, beta: false, new: true });
    folder.write(checkout, targeting(1));
    await told(checkout, 2);
    await expect.poll(() => values(url)).toMatchObject({ checkout: true });
    folder.remove(checkout);
    await told(checkout, 3);
    await expect.poll(() => values(url)).toEqual({ beta: false, new: true });
  });

  it('uses segments from the users file', async () => {
    const url = await serve();
    expect(await values(url, { city: 'Paris' })).toEqual({ checkout: true, beta: true });
    await server.open(folder.uri('targeting.users.json'), JSON.stringify(segments('Rome')));
    await expect.poll(() => values(url, { city: 'Paris' })).toEqual({ checkout: true, beta: false });
  });

  it('is replaced if another environment is served, and stops on request', async () => {
    const first = await serve();
    const second = await serve({ ...dev(), environment: 'online' });
    await expect.poll(() => serving?.title).toMatch(/^online → :\d+$/);
    expect(await values(second)).toEqual({ checkout: true });
    if (first !== second) await expect(fetch(first)).rejects.toThrow();
    await server.ask(stopServingRequest, {});
    await expect(fetch(second)).rejects.toThrow();
    await expect.poll(() => serving).toBeUndefined();
  });
});

describe('evaluations reported by applications', () => {
  it('are counted by variation above rules and default', async () => {
    const url = await serve();
    await server.open(folder.uri(checkout), targeting(0));
    await lenses(checkout);
    for (let times = 0; times < 3; times += 1) await report(url, 0, 1);
    await report(url, null, 0);
    await expect.poll(() => lenses(checkout)).toContain('3 evaluations in the last minute: on 3');
    expect(await lenses(checkout)).toContain('1 evaluation in the last minute: off 1');
    await server.lensesRefreshed();
    await server.configure({ lenses: ['users'] });
    expect(await lenses(checkout)).not.toContain('1 evaluation in the last minute: off 1');
  });

  it('add their users to the "Who gets what" view, which can save them to the users file', async () => {
    const url = await serve();
    const uri = folder.uri(checkout);
    await server.open(uri, targeting(0));
    await report(url, 0, 1, { city: 'Paris', tier: 'gold' });
    const found = async () => (await server.ask(whoGetsWhatRequest, { uri, asked: [] }))?.users ?? [];
    await expect.poll(async () => (await found()).map(({ name }) => name)).toEqual(['ada', 'rob']);
    expect((await found())[1]).toMatchObject({
      isSeen: true,
      isAsked: false,
      gets: expect.stringContaining('on') as string,
    });
    const edits: WorkspaceEdit[] = [];
    server.connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit }) => {
      edits.push(edit);
      return { applied: true };
    });
    expect(await server.ask(addUserRequest, { uri, asked: [], user: 'rob' })).toBeNull();
    const added = '{ "name": "rob", "key": "rob", "attributes": { "city": "Paris", "tier": "gold" } }';
    const newText = expect.stringContaining(added) as string;
    expect(edits).toEqual([
      { changes: { [folder.uri('targeting.users.json')]: [expect.objectContaining({ newText })] } },
    ]);
    const lines = targeting(0).split('\n');
    const at = lines.findIndex((each) => each.includes('"subject"'));
    const position = { line: at, character: lines[at]?.indexOf('city') ?? 0 };
    const items = await server.ask(CompletionRequest.type, { textDocument: { uri }, position });
    expect(items).toContainEqual(expect.objectContaining({ label: '"tier"', detail: 'sent by an application' }));
  });
});
