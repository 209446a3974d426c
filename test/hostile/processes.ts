/** The built command line and language server at work in a folder, and what they take of the machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { targetsRequest } from '../../server/src/core/protocol.js';
import { cliFile } from '../support/commandLine.js';
import type { SpawnedTrial } from '../support/spawnedServer.js';
import { pulls } from '../support/serverTrial.js';
import { spawnedTrial } from '../support/spawnedServer.js';
import { processorTime, watchMemory, watchProcessor } from './footprint.js';
import type { hostileRepository } from './repository.js';

type Repository = Pick<ReturnType<typeof hostileRepository>, 'folder' | 'texts'>;

export async function startedServer(repository: Repository): Promise<SpawnedTrial> {
  const server = await spawnedTrial({ capabilities: pulls, folders: [pathToFileURL(repository.folder).href] });
  onTestFinished(() => void server.process.kill('SIGKILL'));
  // A request across files waits until every file was read once.
  await server.request('workspace/symbol', { query: 'none' }).answered;
  return server;
}

/** Opens each file, asks every question about it, and closes it. Times are in milliseconds. */
export async function* askedOfAll(server: SpawnedTrial, repository: Repository) {
  const { pid } = server.process;
  for (const [path, text] of repository.texts) {
    // A few of the 300 similar files are enough.
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

export async function run(args: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [cliFile, ...args], {
    ...{ cwd, env: { LANG: 'C' } },
    // A process that hangs fails the test and is killed.
    ...{ timeout: 300_000, killSignal: 'SIGKILL' },
  });
  child.stdin.end();
  const memory = watchMemory(child.pid);
  const processor = watchProcessor(child.pid);
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr), once(child, 'close')]);
  const output = `${stdout.toString()}${stderr.toString()}`;
  return { code: child.exitCode, output, most: memory.end(), processor: processor.end() };
}

/** Requests of an editor about a visible file, and the request of a push. */
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
    ['textDocument/definition', { textDocument, position }],
    ['textDocument/references', { textDocument, position, context: { includeDeclaration: true } }],
    ['workspace/symbol', { query: '' }],
    [targetsRequest.method, { uri }],
  ];
}
