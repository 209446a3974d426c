/**
 * Tests that each flow of ARCHITECTURE.md names the files that it enters, by V8's coverage. For the client's half of a push, which needs
 * VS Code, imports count. If a test fails, name the file in its flow, or its room if the room's entry is named.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname, join, relative } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ProtocolConnection } from 'vscode-languageserver-protocol/node';
import {
  createProtocolConnection,
  FileChangeType,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { createConnection } from 'vscode-languageserver/node';
import { worldOf } from '../../server/src/cli/processWorld.js';
import { run } from '../../server/src/cli/run.js';
import { checkRequest } from '../../server/src/core/protocol.js';
import { startServer } from '../../server/src/lsp/server.js';
import { disk } from '../../server/src/workspace/disk/disk.js';
import { deployTrial, textOf } from '../cli/deployTrial.js';
import { memoryOf, pushFrom, targetAt } from '../push/pushTrial.js';
import { encoded } from '../serve/trial.js';
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

/** @returns paths of server files in which a function ran since the last call */
async function entered(): Promise<readonly string[]> {
  const { result } = await coverage.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count))
    .map(({ url }) => relative(root, url.startsWith('file:') ? fileURLToPath(url) : url))
    .filter((path) => path.startsWith('server/src/'));
}

/** @returns paths and rooms (ending with a slash) that these sections name */
function named(...headings: readonly string[]): readonly string[] {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  return headings.flatMap((heading) => {
    const [, section = ''] = page.split(`### ${heading}\n`);
    const names = (section.split(/^##/m)[0] ?? '').matchAll(/`([\w./-]+(?:\.ts|\/))`/g);
    const found = Array.from(names, ([, name = '']) => name);
    expect(found.length).toBeGreaterThan(5);
    return found;
  });
}

function unnamed(flow: string, paths: readonly string[]): readonly string[] {
  const names = named('Everywhere', flow);
  const entries = names.filter((name) => name.endsWith('.ts')).map((name) => `${dirname(name)}/`);
  const rooms = names.filter((name) => name.endsWith('/') && (name.startsWith('core/') || entries.includes(name)));
  const isNamed = (path: string) =>
    names.some((name) => path.endsWith(`/${name}`)) || rooms.some((room) => path.includes(`/${room}`));
  return paths.filter((path) => !isNamed(`/${path}`));
}

const importing = /(?:^(?:import|export) (?!type )[^;]*? from |^import |\bimport\(\s*)'(\.[^']+)'/gm;

function importedBy(path: string): readonly string[] {
  const found = new Set([path]);
  for (const each of found)
    for (const [, to = ''] of readFileSync(join(root, each), 'utf8').matchAll(importing)) {
      const file = join(dirname(each), to).replace(/js$/, 'ts');
      if (file.startsWith('client/') && existsSync(join(root, file))) found.add(file);
    }
  return [...found];
}

function command(
  args: readonly string[],
  folder: string,
  { environment = {}, signal = new AbortController().signal, print = (text: string): unknown => text } = {},
): Promise<number> {
  const write = (part: Buffer, _encoding: string, done: () => void) => {
    print(part.toString());
    done();
  };
  const world = worldOf({
    ...{ folder, environment, manual: '', command: [], broken: () => undefined, stdin: () => Readable.from([]) },
    ...{ stdout: new Writable({ write }), stderr: new Writable({ write }), interruption: () => signal },
  });
  return run(args, world);
}

// This test comes first, since servers continue in the background.
it('a push runs code only from files named in ARCHITECTURE.md', async () => {
  const service = await startTrial();
  const target = targetAt(service.url, { api: 'featureprobe' });
  await entered();
  const editor = { target, token: 'api-full', body: () => text, memory: memoryOf() };
  const person = { decide: () => Promise.resolve('push' as const), reconcile: () => Promise.resolve('push' as const) };
  expect(await pushFrom({ ...editor, person })).toMatchObject({ outcome: { kind: 'ok' } });
  const found = await entered();
  expect(found.length).toBeGreaterThan(20);
  expect(unnamed('A push', [...found, ...importedBy('client/src/commands/push.ts')])).toEqual([]);
});

it('check runs code only from files named in ARCHITECTURE.md', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  folder.write('banner.targeting.json', '{ "disabled": false }');
  await entered();
  expect(await command(['check'], fileURLToPath(folder.uri('.')))).toBe(0);
  expect(unnamed('`check`', await entered())).toEqual([]);
});

it('apply runs code only from files named in ARCHITECTURE.md', async () => {
  const { folder, environment } = await deployTrial({
    files: { 'dev/checkout.targeting.json': textOf({ defaultServe: { select: 1 } }) },
  });
  expect(await command(['plan', '--env', 'dev', '--out', 'plan.json'], folder.path('.'), { environment })).toBe(0);
  await entered();
  expect(await command(['apply', 'plan.json'], folder.path('.'), { environment })).toBe(0);
  expect(unnamed('`apply`', await entered())).toEqual([]);
});

it('a request of an application runs code only from files named in ARCHITECTURE.md', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  folder.write('banner.targeting.json', text);
  const stop = new AbortController();
  let tell: (url: string) => void = () => undefined;
  const address = new Promise<string>((resolve) => (tell = resolve));
  const print = (words: string) => {
    for (const [url] of words.matchAll(/http:\S+/g)) tell(url);
  };
  const serving = command(['serve', '--port', '0'], fileURLToPath(folder.uri('.')), { signal: stop.signal, print });
  onTestFinished(async () => {
    stop.abort();
    expect(await serving).toBe(0);
  });
  const [url, headers] = [await address, { authorization: 'any' }];
  await entered();
  for (const path of ['server-sdk/toggles', `client-sdk/toggles?user=${encoded({ key: 'ann', attrs: {} })}`])
    expect(await fetch(`${url}/api/${path}`, { headers })).toMatchObject({ status: 200 });
  expect(unnamed('A request of an application', await entered())).toEqual([]);
});

describe('the language server', () => {
  let folder: Folder;
  let client: ProtocolConnection;
  let uri: string;
  const pull = () => client.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
  /** Waits for the search for dead targeting, which would enter its files at any moment. */
  const searched = () => client.sendRequest(checkRequest, { uri });

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
    // Answered once all files are known: the search for them would enter its files at any moment.
    await client.sendRequest('workspace/symbol', { query: '' });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await searched();
    client.dispose();
    folder.dispose();
  });

  it('handles a keystroke only with files named in ARCHITECTURE.md', async () => {
    const place = { line: 0, character: 1 };
    await searched();
    // On a busy machine, the pull may take longer than the pause in typing after which a search starts.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
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

  it('handles a call in code only with files named in ARCHITECTURE.md', async () => {
    await searched();
    const config = '{ "code": {}, "environments": { "dev": {} }, "files": "{toggle}.targeting.json" }';
    folder.write('targeting.config.json', config);
    const code = folder.uri('shop.ts');
    const call = "import { FPClient } from 'featureprobe-client-sdk-js';\nclient.boolValue('checkout', false);\n";
    folder.write('shop.ts', call);
    const changes = [{ uri: folder.uri('targeting.config.json'), type: FileChangeType.Created }];
    await client.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await client.sendNotification('textDocument/didOpen', {
      textDocument: { uri: code, languageId: 'typescript', version: 1, text: call },
    });
    await entered();
    const key = { textDocument: { uri: code }, position: { line: 1, character: 25 } };
    expect(await client.sendRequest('textDocument/definition', key)).toMatchObject([{ uri }]);
    expect(unnamed('A call in code', await entered())).toEqual([]);
  });
});
