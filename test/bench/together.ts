/**
 * All that an editor asks after a letter, at a person's pace: sent at once, timed until the last answer. Beside the file are nine users, as a
 * file without any has no lenses of who gets what.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Position } from 'vscode-languageserver-types';
import { parse } from '../../server/src/core/json/document.js';
import { milliseconds, median, number, table } from './figures.js';
import { letters, sizeName } from './keystrokes.js';
import type { Peer } from './servers.js';
import type { Request, Session } from './session.js';
import { startSession } from './session.js';
import { shape } from './shapes.js';

export async function together(
  ours: Peer,
  json: Peer | undefined,
  sizes: readonly number[],
  rounds: number,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'targeting-bench-'));
  try {
    const users = Array.from({ length: 9 }, (_, index) => ({
      name: `user-${index}`,
      attributes: { city: index % 2 === 0 ? 'Paris' : 'Rome', age: String(995 + index) },
    }));
    writeFileSync(join(folder, 'targeting.users.json'), JSON.stringify({ users }));
    const rows: string[][] = [];
    for (const size of sizes) {
      const own = await startSession(ours, pathToFileURL(folder).href);
      const other = json && (await startSession(json));
      const times = await measured(present([own, other]), size, rounds);
      const [all = [], alone = [], others = []] = times.answers;
      rows.push([
        ...[sizeName(size), milliseconds(all), number(median(all) / times.parse)],
        ...[milliseconds(alone), ...(other ? [milliseconds(others), number(median(others) / median(alone))] : [])],
      ]);
      for (const session of present([own, other])) await session.stop();
    }
    const head = ['size', 'everything, ms', 'times JSON.parse', 'problems, symbols and folding, ms'];
    return table([...head, ...(json ? ['JSON server, ms', 'JSON server : ours'] : [])], rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Ours asked for everything, ours asked for what the other server gives, and the other; with JSON.parse in between. */
async function measured([own, other]: readonly Session[], size: number, rounds: number) {
  const document = shape('rules', size);
  const changes = letters(document, 3 * (rounds + warmUp));
  const position = parse(document.text).positionAt(document.place);
  const turns = [
    { session: own, requests: everything(position) },
    { session: own, requests: common },
    ...(other ? [{ session: other, requests: common }] : []),
  ];
  for (const session of present([own, other])) await session.open('together', document.text);
  const answers = turns.map((): number[] => []);
  const parses: number[] = [];
  let letter = 0;
  for (let round = 0; round < rounds + warmUp; round += 1) {
    for (const [index, { session, requests }] of turns.entries()) {
      await setTimeout(PACE_MS);
      const time = await session?.ask('together', changes.slice(letter, letter + 1), requests);
      letter += 1;
      if (round >= warmUp && time !== undefined) answers[index]?.push(time);
    }
    const start = performance.now();
    JSON.parse(document.text);
    if (round >= warmUp) parses.push(performance.now() - start);
  }
  return { answers, parse: median(parses) };
}

const common: readonly Request[] = [{ method: 'textDocument/documentSymbol' }, { method: 'textDocument/foldingRange' }];

function everything(position: Position): readonly Request[] {
  const here = { start: position, end: position };
  const visible = {
    start: { line: Math.max(0, position.line - 30), character: 0 },
    end: { line: position.line + 30, character: 0 },
  };
  return [
    ...common,
    { method: 'textDocument/codeLens' },
    { method: 'textDocument/inlayHint', params: { range: visible } },
    { method: 'textDocument/documentLink' },
    { method: 'textDocument/documentHighlight', params: { position } },
    { method: 'textDocument/codeAction', params: { range: here, context: { diagnostics: [], triggerKind: 2 } } },
  ];
}

/** Between two letters. */
const PACE_MS = 150;
/** Rounds that are not counted. */
const warmUp = 3;

function present<T>(list: readonly (T | undefined)[]): T[] {
  return list.filter((each) => each !== undefined);
}
