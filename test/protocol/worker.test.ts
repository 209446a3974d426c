/** Tests dist/server.js as a Web Worker: without Node's globals, with messages, and with files from the client. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { ServerSettings } from '../../server/src/core/protocol.js';
import { serverFile } from '../support/spawnedServer.js';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

const folder = 'vscode-vfs://github/a/b';

async function worker(initializationOptions: ServerSettings = {}) {
  const posted: Message[] = [];
  const scope: { onmessage?: (event: { readonly data: unknown }) => void } & Record<string, unknown> = {
    ...{ console, performance, setTimeout: untilEnd, clearTimeout, setInterval, clearInterval, queueMicrotask },
    ...{ MessageChannel, TextEncoder, TextDecoder, URL, crypto, AbortController },
    importScripts: () => undefined,
    addEventListener: () => undefined,
    postMessage: (message: Message) => posted.push(structuredClone(message)),
  };
  runInNewContext(readFileSync(serverFile, 'utf8'), scope);
  const send = (message: Message) => scope.onmessage?.({ data: { jsonrpc: '2.0', ...message } });
  let requests = 0;
  const ask = async (method: string, params: unknown) => {
    const id = (requests += 1);
    send({ id, method, params });
    await expect.poll(() => posted.some((each) => each.id === id && each.method === undefined)).toBe(true);
    return posted.find((each) => each.id === id && each.method === undefined)?.result;
  };
  const workspaceFolders = [{ uri: folder, name: 'b' }];
  const capabilities = { textDocument: { diagnostic: {} } };
  const options = { givesFiles: true, ...initializationOptions };
  await ask('initialize', { capabilities, workspaceFolders, initializationOptions: options, processId: null });
  send({ method: 'initialized', params: {} });
  const open = (path: string, text: string) => {
    const textDocument = { uri: `${folder}/${path}`, languageId: 'json', version: 1, text };
    send({ method: 'textDocument/didOpen', params: { textDocument } });
  };
  const problems = async (path: string) => {
    const report = await ask('textDocument/diagnostic', { textDocument: { uri: `${folder}/${path}` } });
    return (report as { readonly items: readonly Diagnostic[] }).items.map(({ code, message }) => [code, message]);
  };
  const give = (files: Readonly<Record<string, string>>, areAll: boolean, mayMissFiles = false) => {
    const given = Object.entries(files).map(([path, text]) => ({ uri: `${folder}/${path}`, text }));
    send({ method: 'toggleTargeting/files', params: { files: given, isComplete: areAll, mayMissFiles } });
  };
  return { send, ask, open, problems, give };
}

function untilEnd(work: () => void, milliseconds: number): NodeJS.Timeout {
  return setTimeout(work, milliseconds).unref();
}

const requires = JSON.stringify({
  content: {
    prerequisites: [{ key: 'other', value: 'true', type: 'boolean' }],
    defaultServe: { select: 0 },
    variations: [{ value: 'true', name: 'on' }],
  },
});
const missing = 'unknown-prerequisite';
const codes = (problems: readonly (readonly unknown[])[]) => problems.map(([code]) => code);

describe('the server in a Web Worker', () => {
  it('finds problems without Node', async () => {
    const { open, problems } = await worker();
    open('a.targeting.json', '{ "disabled": "no", "comment": "ü" }');
    expect(await problems('a.targeting.json')).toEqual([['wrong-type', '"disabled" must be a boolean, not a string.']]);
  });

  it('reports nothing about other files until all files are given, and then follows them', async () => {
    const { open, problems, give, send } = await worker();
    open('dev/a.targeting.json', requires);
    give(
      {
        'targeting.config.json': '{ "files": "{environment}/{toggle}.targeting.json", "environments": { "dev": {} } }',
      },
      false,
    );
    expect(codes(await problems('dev/a.targeting.json'))).toEqual([]);
    give({}, true);
    await expect.poll(async () => codes(await problems('dev/a.targeting.json'))).toEqual([missing]);
    const other = {
      'dev/other.targeting.json': '{ "content": { "variations": [{ "value": "true", "name": "on" }] } }',
    };
    // An editor may report only the folder.
    for (const deleted of ['dev/other.targeting.json', 'dev']) {
      give(other, false);
      await expect.poll(async () => codes(await problems('dev/a.targeting.json'))).toEqual([]);
      const changes = [{ uri: `${folder}/${deleted}`, type: 3 }];
      send({ method: 'workspace/didChangeWatchedFiles', params: { changes } });
      await expect.poll(async () => codes(await problems('dev/a.targeting.json'))).toEqual([missing]);
    }
  });

  it('reports no missing toggle if more files may exist, and uses the given configs', async () => {
    const { open, problems, give } = await worker();
    const config = { files: '{environment}/{toggle}.targeting.json', environments: { dev: {} } };
    const rules = { require: ['tests'] };
    give({ 'targeting.config.json': JSON.stringify({ ...config, rules }) }, true, true);
    open('dev/a.targeting.json', requires);
    expect(codes(await problems('dev/a.targeting.json'))).toEqual(['missing-tests']);
    give({ 'dev/b.targeting.json': '{}' }, false);
    expect(codes(await problems('dev/a.targeting.json'))).toEqual(['missing-tests']);
  });

  it('lists no stale toggle if code cannot be searched', async () => {
    const { ask, give } = await worker();
    const config = { files: '{environment}/{toggle}.targeting.json', environments: { dev: {} }, code: {} };
    const all = '{ "content": { "defaultServe": { "select": 0 }, "variations": [{ "value": "true" }] } }';
    give({ 'targeting.config.json': JSON.stringify(config), 'dev/a.targeting.json': all }, true);
    const page = await ask('toggleTargeting/codePage', { configUri: `${folder}/targeting.config.json` });
    const sentence = 'Code is searched only on a disk. Open this folder in VS Code on a desktop or a server.';
    expect(page).toEqual({ lines: [sentence], links: [], toggles: [], unknown: [sentence] });
  });

  it('returns the targets of given and open files', async () => {
    const { open, ask, give } = await worker();
    const config = {
      ...{ baseUrl: 'https://toggles.example.com', project: 'P', environments: { dev: {} } },
      files: 'shop/{environment}/{toggle}.targeting.json',
    };
    give({ 'targeting.config.json': JSON.stringify(config), 'shop/dev/a.targeting.json': '{}' }, true);
    const targets = (path: string) => ask('toggleTargeting/targets', { uri: `${folder}/${path}` });
    expect(await targets('shop/dev/a.targeting.json')).toMatchObject({ kind: 'found', targets: [{ toggle: 'a' }] });
    open('shop/dev/b.targeting.json', '{}');
    expect(await targets('shop/dev/b.targeting.json')).toMatchObject({ kind: 'found', targets: [{ toggle: 'b' }] });
  });

  it('uses the given translations', async () => {
    const file = join(import.meta.dirname, '../../l10n/bundle.l10n.zh-cn.json');
    const words = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
    const { open, problems } = await worker({ words });
    open('a.targeting.json', '{ "disabled": "no" }');
    expect(JSON.stringify(await problems('a.targeting.json'))).toMatch(/\p{Script=Han}/u);
  });

  it('refuses to serve applications in a browser, and returns the reason', async () => {
    const { ask, give } = await worker();
    give({ 'dev/a.targeting.json': requires }, true);
    const place = (await ask('toggleTargeting/servable', {})) as readonly object[];
    expect(place).toEqual([{ from: `${folder}/dev`, name: 'dev' }]);
    expect(await ask('toggleTargeting/serve', { ...place[0], port: 0, allowedOrigins: [] })).toEqual({
      kind: 'failed',
      reason: 'A browser cannot serve applications: it needs VS Code on a desktop or a server.',
    });
  });
});
