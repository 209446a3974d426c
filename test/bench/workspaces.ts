/** A workspace of many targeting files, of which one is open, beside a small one. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { write } from './checks.js';
import { median, megabytes, number, table } from './figures.js';
import type { Peer } from './servers.js';
import type { Session } from './session.js';
import { startSession } from './session.js';

const text = '{ "disabled": "true" }';
// As VS Code asks.
const allProblems = [{ method: 'workspace/diagnostic', params: { previousResultIds: [], partialResultToken: 'some' } }];
const symbols = [{ method: 'workspace/symbol', params: { query: 'staff' } }];
const hover = [{ method: 'textDocument/hover', params: { position: { line: 0, character: 4 } } }];

export async function workspaces(peer: Peer, count: number, rounds: number): Promise<string> {
  const [small, large] = [folderOf(10), folderOf(count)];
  try {
    const first = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, folder] of Object.entries({ small, large })) {
        const start = performance.now();
        const session = await opened(peer, folder);
        first[name as keyof typeof first].push(performance.now() - start);
        await session.stop();
      }
    }
    const reading = time(() => {
      for (const path of pathsIn(large)) JSON.parse(readFileSync(path, 'utf8'));
    });
    const session = await opened(peer, large);
    const all = await whileHovering(session, () => session.results('open', allProblems));
    const memory = session.memory();
    const changed = pathsIn(large).slice(0, count / 10);
    for (const path of changed) writeFileSync(path, readFileSync(path, 'utf8').replace('"staff"', '"staff here"'));
    const start = performance.now();
    session.notify('workspace/didChangeWatchedFiles', {
      changes: changed.map((path) => ({ uri: pathToFileURL(path).href, type: 2 })),
    });
    await session.results('open', symbols);
    const afterChange = performance.now() - start;
    await session.stop();
    return table(
      [`${count} files`, 'wanted', 'measured', ''],
      [
        [
          'first problems of the open file, times a workspace of ten files',
          '≤ 1.2',
          number(median(first.large) / median(first.small)),
          '',
        ],
        [
          'problems of all files, times reading and JSON.parse',
          '≤ 8',
          number(all.time / reading),
          `${number(all.time)} ms`,
        ],
        ['the slowest hover meanwhile', '≤ 50 ms', number(all.slowest), 'ms'],
        ['memory then', '≤ 400 MB', megabytes(memory), ''],
        [`symbols after a change of ${changed.length} files`, '≤ 300 ms', number(afterChange), 'ms'],
      ],
    );
  } finally {
    for (const folder of [small, large]) rmSync(folder, { recursive: true });
  }
}

async function opened(peer: Peer, folder: string): Promise<Session> {
  const session = await startSession(peer, pathToFileURL(folder).href);
  await session.open('open', text);
  return session;
}

async function whileHovering(session: Session, work: () => Promise<unknown>) {
  const start = performance.now();
  const state = { isDone: false };
  const done = work().then(() => (state.isDone = true));
  let slowest = 0;
  while (!state.isDone) {
    const asked = performance.now();
    await session.results('open', hover);
    slowest = Math.max(slowest, performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await done;
  return { time: performance.now() - start, slowest };
}

function folderOf(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-targeting-bench-'));
  write(folder, count);
  return folder;
}

function pathsIn(folder: string): readonly string[] {
  return readdirSync(join(folder, 'toggles')).map((name) => join(folder, 'toggles', name));
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
