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
import type { Peer, Peers } from './servers.js';
import type { Request, Session } from './session.js';
import { startSession } from './session.js';
import type { Shape } from './shapes.js';
import { shape } from './shapes.js';

export async function together(
  { ours, echo }: Peers,
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
      const document = shape('rules', size);
      const requests = everything(parse(document.text).positionAt(document.place));
      await own.open(NAME, document.text);
      const answers = join(folder, 'answers.json');
      writeFileSync(answers, JSON.stringify(await own.results(NAME, requests)));
      const limit = await startSession({ ...echo, command: [...echo.command, '--answers', answers] });
      const other = json && (await startSession(json));
      for (const session of [limit, ...(other ? [other] : [])]) await session.open(NAME, document.text);
      const turns = [
        { session: own, requests },
        { session: limit, requests },
        { session: own, requests: common },
        ...(other ? [{ session: other, requests: common }] : []),
      ];
      const { answered, parses } = await measured(turns, document, rounds);
      const [all = [], least = [], alone = [], others = []] = answered;
      rows.push([
        ...[sizeName(size), milliseconds(all), number(median(all) / median(parses))],
        ...[milliseconds(least), number(median(all) / median(least)), milliseconds(alone)],
        ...(other ? [milliseconds(others), number(median(others) / median(alone))] : []),
      ]);
      for (const session of [own, limit, ...(other ? [other] : [])]) await session.stop();
    }
    const head = ['size', 'everything, ms', 'times JSON.parse', 'echo of the same answers, ms', 'ours : echo'];
    const rest = ['problems, symbols and folding, ms', ...(json ? ['JSON server, ms', 'JSON server : ours'] : [])];
    return table([...head, ...rest], rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Turn {
  readonly session: Session;
  readonly requests: readonly Request[];
}

/** @returns the times of each turn, and those of JSON.parse of the text, in milliseconds */
async function measured(turns: readonly Turn[], document: Shape, rounds: number) {
  const changes = letters(document, turns.length * (rounds + warmUp));
  const typed = new Map<Session, number>();
  const answered = turns.map((): number[] => []);
  const parses: number[] = [];
  for (let round = 0; round < rounds + warmUp; round += 1) {
    for (const [index, { session, requests }] of turns.entries()) {
      await setTimeout(PACE_MS);
      const letter = typed.get(session) ?? 0;
      typed.set(session, letter + 1);
      const time = await session.ask(NAME, changes.slice(letter, letter + 1), requests);
      if (round >= warmUp) answered[index]?.push(time);
    }
    const start = performance.now();
    JSON.parse(document.text);
    if (round >= warmUp) parses.push(performance.now() - start);
  }
  return { answered, parses };
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

const NAME = 'together';
/** Between two letters. */
const PACE_MS = 150;
/** Rounds that are not counted. */
const warmUp = 3;
