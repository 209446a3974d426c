/** Sends the built server what no editor should send: it must answer in time, log nothing and release memory. */
import { isDeepStrictEqual } from 'node:util';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Change } from '../../server/src/core/json/text.js';
import type { ServerTrial } from '../support/serverTrial.js';
import { pulls } from '../support/serverTrial.js';
import { spawnedTrial } from '../support/spawnedServer.js';
import { targetingText } from './documents.js';
import { change } from './edits.js';
import type { Random } from './random.js';

const uri = 'file:///fuzz/toggle.targeting.json';
const copyUri = 'file:///fuzz/copy.targeting.json';

/** One server from start to end, with little memory, so that a leak ends it. */
export async function serverSession(random: Random, count: number, limit: number): Promise<void> {
  const server = await spawnedTrial({ capabilities: pulls, node: ['--max-old-space-size=64'] });
  let text = targetingText(random, random.pick([300, 3_000, 12_000]));
  await server.open(uri, text);
  for (let sent = 0; sent < count; sent += 1) {
    if (random.chance(0.02)) text = await reopened(random, server);
    const oracle = TextDocument.create(uri, 'json', sent, text);
    const next = change(random, { text, positionAt: (offset) => oracle.positionAt(offset) });
    text = TextDocument.update(oracle, [next], sent).getText();
    await server.change(uri, sent + 2, [next]);
    if (random.chance(0.2)) await ask(random, server, limit);
    if (random.chance(0.1)) nonsense(random, server);
    if (random.chance(0.05)) await compare(server, text, limit);
    if (text.length > 60_000) text = await reopened(random, server);
  }
  await compare(server, text, limit);
  await server.stop();
  if (server.logged.length > 0) throw new Error(`The server logged ${JSON.stringify(server.logged)}`);
}

async function reopened(random: Random, server: ServerTrial): Promise<string> {
  const text = targetingText(random, random.pick([0, 300, 3_000]));
  await server.close(uri);
  await server.open(uri, text);
  return text;
}

/** Sends requests in any order, and cancels some before they are answered. */
async function ask(random: Random, server: ServerTrial, limit: number): Promise<void> {
  const textDocument = { uri: random.pick([uri, uri, 'file:///fuzz/closed.targeting.json']) };
  const position = { line: random.below(50), character: random.below(200) };
  const requests: [string, object][] = [
    ['textDocument/hover', { textDocument, position }],
    ['textDocument/completion', { textDocument, position }],
    [
      'textDocument/codeAction',
      { textDocument, range: { start: position, end: position }, context: { diagnostics: [] } },
    ],
    ['textDocument/diagnostic', { textDocument, previousResultId: 'unknown' }],
    ...['definition', 'documentHighlight', 'prepareRename', 'codeLens', 'documentSymbol', 'foldingRange'].map(
      (verb): [string, object] => [`textDocument/${verb}`, { textDocument, position }],
    ),
    ['textDocument/references', { textDocument, position, context: { includeDeclaration: true } }],
    ['textDocument/rename', { textDocument, position, newName: 'a "new" name' }],
    ['textDocument/selectionRange', { textDocument, positions: [position] }],
    ['workspace/symbol', { query: 'a' }],
  ];
  const sent = requests.map(([method, params]) => server.request(method, params));
  for (const request of sent) if (random.chance(0.3)) request.cancel();
  await inTime('requests', Promise.all(sent.map(({ answered }) => answered)), limit);
}

function nonsense(random: Random, server: ServerTrial): void {
  const closed = 'file:///fuzz/closed.targeting.json';
  const [method, params] = random.pick<[string, unknown]>([
    ['textDocument/didClose', { textDocument: { uri: closed } }],
    ['textDocument/didChange', { textDocument: { uri: closed, version: 1 }, contentChanges: [{ text: '{}' }] }],
    ['textDocument/didChange', { textDocument: { uri, version: 1 }, contentChanges: [] }],
    ['$/cancelRequest', { id: 123_456 }],
    ['$/unknown', {}],
    ['workspace/didChangeConfiguration', { settings: random.pick<unknown>([null, 1, { toggleTargeting: [] }, {}]) }],
  ]);
  server.notify(method, params);
}

/** The document must have the problems of the same text newly opened. */
async function compare(server: ServerTrial, text: string, limit: number): Promise<void> {
  await server.open(copyUri, text);
  const [edited, opened] = await inTime('problems', Promise.all([server.pull(uri), server.pull(copyUri)]), limit);
  await server.close(copyUri);
  const plain = (report: unknown) =>
    JSON.parse(JSON.stringify((report as { items: unknown }).items).replaceAll(copyUri, uri)) as unknown;
  if (!isDeepStrictEqual(plain(edited), plain(opened)))
    throw new Error(`Other problems than of ${JSON.stringify(text)}`);
}

async function inTime<T>(what: string, answer: Promise<T>, limit: number): Promise<T> {
  const start = performance.now();
  const result = await answer;
  const time = performance.now() - start;
  if (time > limit) throw new Error(`The answer to ${what} took ${time.toFixed(0)} ms.`);
  return result;
}

/** Opens, edits and queries documents of unexpected sizes. @param limit milliseconds per answer */
export async function giants(limit: number): Promise<void> {
  const many = (count: number, item: string) => Array.from({ length: count }, () => item).join();
  const documents: Readonly<Record<string, string>> = {
    '10 MB': `{ "content": { "rules": [${many(70_000, '{ "name": "a rule", "serve": { "select": 0 }, "conditions": [{ "type": "string", "subject": "city", "predicate": "is one of", "objects": ["a"] }] }')}] } }`,
    'lists 100,000 deep': '['.repeat(100_000) + ']'.repeat(100_000),
    'objects 100,000 deep': '{"content":'.repeat(100_000) + '1' + '}'.repeat(100_000),
    'lists with commas 100,000 deep': '[1,'.repeat(100_000) + '1' + ']'.repeat(100_000),
    'a line of 1 MB': `{ "comment": "${'x'.repeat(1_000_000)}" }`,
    '100,000 problems': `{ "content": { "variations": [${many(100_000, '{ "value": 1 }')}] } }`,
    '100,000 unknown keys': `{${Array.from({ length: 100_000 }, (_, index) => `"q${index}": 1`).join()}}`,
    '1 MB of quotes': '"'.repeat(1_000_000),
    '1 MB of commas': ','.repeat(1_000_000),
    '1 MB of braces': '{'.repeat(1_000_000),
    '1 MB of comments': '/**/'.repeat(250_000),
  };
  const server = await spawnedTrial({ capabilities: pulls });
  for (const [name, text] of Object.entries(documents)) {
    await server.open(uri, text);
    await inTime(`problems of ${name}`, server.pull(uri), limit);
    for (let version = 2; version < 12; version += 1) {
      const position = { line: 0, character: Math.floor((text.length * version) / 12) };
      const insert: Change = { range: { start: position, end: position }, text: version % 2 === 0 ? '"' : ' ' };
      await server.change(uri, version, [insert]);
      await inTime(`a keystroke in ${name}`, server.pull(uri), limit);
      await inTime(
        `hover in ${name}`,
        server.request('textDocument/hover', { textDocument: { uri }, position }).answered,
        limit,
      );
      await inTime(
        `completion in ${name}`,
        server.request('textDocument/completion', { textDocument: { uri }, position }).answered,
        limit,
      );
    }
    await server.close(uri);
  }
  await server.stop();
  if (server.logged.length > 0) throw new Error(JSON.stringify(server.logged));
}
