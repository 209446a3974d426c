/**
 * Tests the built command line and the built language server in a repository that somebody else wrote to do harm: nothing
 * outside is read or written, nothing hangs, and memory stays small.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { targetsRequest } from '../../server/src/protocol.js';
import { cliFile } from '../support/commandLine.js';
import type { ServerTrial } from '../support/languageServer.js';
import { pulls, serverTrial } from '../support/languageServer.js';
import { temporaryFolder } from '../support/folder.js';
import { memoryLimit, processorTime, watchMemory, watchProcessor } from './footprint.js';
import { hostileRepository, secret } from './repository.js';

const repository = hostileRepository({ named: 'https://named.test', planted: 'https://planted.test' });
const before = repository.outside();

afterAll(() => repository.dispose());

describe('the command line in a hostile repository', () => {
  const formats = ['text', 'json', 'github', 'sarif'];
  it.each(formats)(
    'reports as %s, and shows nothing of what lies outside',
    async (format) => {
      const { code, output, most } = await run(['check', '--format', format]);
      expect(code, 'there is what cannot be read').toBe(2);
      expect(output).not.toContain(secret);
      expect(output).not.toContain('planted.test');
      expect(output, 'no cursor is moved and no line turned around').not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
      expect(most).toBeLessThan(memoryLimit);
    },
    120_000,
  );

  it('fixes files, and writes nothing outside', async () => {
    const { code, output } = await run(['check', '--fix']);
    expect(code, 'there is what cannot be read').toBe(2);
    expect(output).not.toContain(secret);
    expect(repository.outside()).toBe(before);
  }, 120_000);
});

describe('the command line where 1,500 toggles require 100 others each', () => {
  it('takes little memory, and less than eight times as long as for files that require nothing', async () => {
    const plain = await checkOf('others');
    const linked = await checkOf('prerequisites');
    expect(linked.most).toBeLessThan(memoryLimit);
    expect(linked.processor).toBeLessThan(8 * plain.processor);
  }, 240_000);

  async function checkOf(list: string) {
    const folder = temporaryFolder();
    onTestFinished(() => folder.dispose());
    for (let file = 0; file < 1_500; file += 1) {
      const items = Array.from({ length: 100 }, (_, at) => ({
        ...{ key: `t${(file + at + 1) % 1_500}`, type: 'boolean', value: 'true' },
      }));
      folder.write(`t${file}.targeting.json`, JSON.stringify({ content: { [list]: items } }));
    }
    const { output, ...taken } = await run(['check'], fileURLToPath(folder.uri('.')));
    expect(output).toContain('1500 of 1500 files');
    return taken;
  }
});

describe('the language server in a hostile repository', () => {
  it('answers each question about each file within a second, and shows nothing of what lies outside', async () => {
    const server = await startedServer();
    const late: string[] = [];
    for await (const { question, answer, clock, processor } of askedOfAll(server)) {
      // The clock alone proves nothing on a busy machine.
      if (clock > 1_000 && (processor > 1_000 || clock > 10_000))
        late.push(`${question}: ${Math.round(clock)} ms, ${processor} of the processor`);
      expect(JSON.stringify(answer ?? null), question).not.toContain(secret);
      expect(JSON.stringify(answer ?? null), question).not.toContain('planted.test');
    }
    expect(late).toEqual([]);
    expect(await server.stop()).toEqual({ code: 0, stderr: '' });
    expect(repository.outside()).toBe(before);
  }, 240_000);

  // When V8 collects garbage differs from run to run, so the least of six peaks shows what the server needs.
  it('takes little memory even if the machine has more', { retry: 5, timeout: 240_000 }, async () => {
    const server = await startedServer();
    const memory = watchMemory(server.process.pid);
    let answers = 0;
    for await (const { answer } of askedOfAll(server)) if (!(answer instanceof Error)) answers += 1;
    expect(answers).toBeGreaterThan(100);
    expect(memory.end()).toBeLessThan(memoryLimit);
    expect(await server.stop()).toEqual({ code: 0, stderr: '' });
  });
});

async function startedServer(): Promise<ServerTrial> {
  const server = await serverTrial({ capabilities: pulls, folders: [pathToFileURL(repository.folder).href] });
  onTestFinished(() => void server.process.kill('SIGKILL'));
  // A request across files waits until every file was read once.
  await server.request('workspace/symbol', { query: 'none' }).answered;
  return server;
}

/** Opens each file, asks every question about it, and closes it. Times are in milliseconds. */
async function* askedOfAll(server: ServerTrial) {
  const { pid } = server.process;
  for (const [path, text] of repository.texts) {
    // A few of the 300 files that are alike are enough.
    if (/^many\/t\d\d/.test(path)) continue;
    const uri = pathToFileURL(join(repository.folder, path)).href;
    await server.open(uri, text);
    for (const [method, params] of questions(uri)) {
      const began = { clock: performance.now(), processor: processorTime(pid) };
      const answer = await server.request(method, params).answered;
      const [clock, processor] = [performance.now() - began.clock, processorTime(pid) - began.processor];
      yield { question: `${path} ${method}`, answer, clock, processor };
    }
    await server.close(uri);
  }
}

async function run(args: readonly string[], cwd = repository.folder) {
  const child = spawn(process.execPath, [cliFile, ...args], {
    ...{ cwd, env: { LANG: 'C' } },
    // A process that hangs fails the test, and is killed with it.
    ...{ timeout: 60_000, killSignal: 'SIGKILL' },
  });
  child.stdin.end();
  const memory = watchMemory(child.pid);
  const processor = watchProcessor(child.pid);
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr), once(child, 'close')]);
  const output = `${stdout.toString()}${stderr.toString()}`;
  return { code: child.exitCode, output, most: memory.end(), processor: processor.end() };
}

/** Lists the requests that an editor sends about a file that it shows, and the one that a push sends. */
function questions(uri: string): readonly (readonly [method: string, params: unknown])[] {
  const textDocument = { uri };
  const position = { line: 0, character: 20 };
  const range = { start: { line: 0, character: 0 }, end: { line: 200, character: 0 } };
  return [
    ['textDocument/diagnostic', { textDocument }],
    ['textDocument/hover', { textDocument, position }],
    ['textDocument/completion', { textDocument, position }],
    ['textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } }],
    ['textDocument/codeLens', { textDocument }],
    ['textDocument/inlayHint', { textDocument, range }],
    ['textDocument/documentSymbol', { textDocument }],
    ['textDocument/foldingRange', { textDocument }],
    ['textDocument/selectionRange', { textDocument, positions: [position] }],
    ['textDocument/formatting', { textDocument, options: { tabSize: 2, insertSpaces: true } }],
    ['textDocument/definition', { textDocument, position }],
    ['textDocument/references', { textDocument, position, context: { includeDeclaration: true } }],
    ['workspace/symbol', { query: '' }],
    [targetsRequest.method, { uri }],
  ];
}
