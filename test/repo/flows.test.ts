/**
 * Tests that the flows of ARCHITECTURE.md name what they enter: each runs under V8's coverage, in this process. If one fails, name the file
 * in its flow, or the room where naming each file helps nobody.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProtocolConnection } from 'vscode-languageserver-protocol/node';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { createConnection } from 'vscode-languageserver/node';
import { checkRequest, whoGetsWhatRequest } from '../../server/src/core/protocol.js';
import { startServer } from '../../server/src/lsp/server.js';
import { disk } from '../../server/src/workspace/disk/disk.js';
import { memoryOf, pushFrom, targetAt } from '../push/pushTrial.js';
import { startTrial } from '../service/trial.js';
import type { Folder } from '../support/folder.js';
import { temporaryFolder } from '../support/folder.js';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'demo/dev/banner.targeting.json'), 'utf8');
let coverage: Session;

beforeEach(async () => {
  coverage = new Session();
  coverage.connect();
  await coverage.post('Profiler.enable');
  await coverage.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterEach(() => {
  coverage.disconnect();
});

/** @returns the files of which a function ran since it was last asked, by their paths from the root */
async function entered(): Promise<readonly string[]> {
  const { result } = await coverage.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count))
    .map(({ url }) => relative(root, url.startsWith('file:') ? fileURLToPath(url) : url))
    .filter((path) => path.startsWith('server/src/'));
}

/** @returns of a flow, what it names: paths of files and of rooms, which end in a slash */
function named(flow: string): readonly string[] {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, section = ''] = page.split(`### ${flow}\n`);
  const names = [...(section.split(/^##/m)[0] ?? '').matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  return names;
}

function unnamed(flow: string, paths: readonly string[]): readonly string[] {
  const names = named(flow);
  const isNamed = (path: string) =>
    names.some((name) => (name.endsWith('/') ? path.includes(`/${name}`) : path.endsWith(`/${name}`)));
  return paths.filter((path) => !isNamed(path));
}

// First, since a server goes on with what nobody asked for.
it('a push enters what ARCHITECTURE.md names', async () => {
  const service = await startTrial();
  const target = targetAt(service.url, { api: 'featureprobe' });
  await entered();
  const editor = { target, token: 'api-full', body: () => text, memory: memoryOf() };
  const person = { decide: () => Promise.resolve('push' as const), reconcile: () => Promise.resolve('push' as const) };
  expect(await pushFrom({ ...editor, person })).toMatchObject({ outcome: { kind: 'ok' } });
  const found = await entered();
  expect(found.length).toBeGreaterThan(20);
  expect(unnamed('A push', found)).toEqual([]);
});

describe('the language server', () => {
  let folder: Folder;
  let client: ProtocolConnection;
  let uri: string;

  beforeEach(async () => {
    folder = temporaryFolder();
    folder.write('targeting.users.json', '{ "users": [{ "name": "ada" }] }');
    uri = folder.uri('checkout.targeting.json');
    const [up, down] = [new PassThrough(), new PassThrough()];
    const options = { disk, version: '0', speak: () => undefined, docs: '', now: Date.now, offsetMinutes: () => 0 };
    startServer(createConnection(new StreamMessageReader(up), new StreamMessageWriter(down)), options);
    client = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    client.listen();
    await client.sendRequest('initialize', {
      processId: null,
      rootUri: null,
      capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
      workspaceFolders: [{ uri: folder.uri('.'), name: 'a' }],
    });
    await client.sendNotification('initialized', {});
    await client.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'json', version: 1, text },
    });
    await pull();
  });
  afterEach(async () => {
    await searched();
    client.dispose();
    folder.dispose();
  });

  function pull(): Promise<unknown> {
    return client.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
  }

  /** A push waits for the search for dead targeting, which would enter its files at any moment. */
  function searched(): Promise<unknown> {
    return client.sendRequest(checkRequest, { uri });
  }

  it('enters at a keystroke what ARCHITECTURE.md names', async () => {
    const place = { line: 0, character: 1 };
    await entered();
    await client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: place, end: place }, text: ' ' }],
    });
    await pull();
    const found = await entered();
    expect(found.length).toBeGreaterThan(30);
    expect(unnamed('A keystroke', found)).toEqual([]);
  });

  it('enters for who gets what what ARCHITECTURE.md names', async () => {
    await searched();
    await entered();
    expect(await client.sendRequest(whoGetsWhatRequest, { uri, asked: [] })).toMatchObject({ users: [{}] });
    expect(unnamed('Who gets what', await entered())).toEqual([]);
  });
});
