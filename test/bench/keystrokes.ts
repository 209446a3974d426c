/** From a letter to the problems, through LSP: every server types the same letters into the same documents, in turn. */
import { setTimeout } from 'node:timers/promises';
import type { Change } from '../../server/src/core/json/text.js';
import { parse } from '../../server/src/core/json/document.js';
import { milliseconds, median, number, table } from './figures.js';
import type { Session } from './session.js';
import type { Shape } from './shapes.js';
import { shape } from './shapes.js';

export interface Servers {
  readonly ours: Session;
  readonly echo: Session;
  /** Absent in a smoke run. */
  readonly json?: Session;
}

/** A letter at a time, as people type: each server rests between two of its own, and nothing is warm. */
export async function atPace(servers: Servers, sizes: readonly number[], rounds: number): Promise<string> {
  const { ours, echo, json } = servers;
  const sessions = present([ours, echo, json]);
  const rows: string[][] = [];
  for (const size of sizes) {
    const document = shape('rules', size);
    const times = new Map<Session, number[]>(sessions.map((session) => [session, []]));
    for (const session of sessions) await session.open('paced', document.text);
    for (const [round, change] of letters(document, rounds + warmUp).entries()) {
      for (const session of startingAt(sessions, round)) {
        await setTimeout(pace / sessions.length);
        const time = await session.type('paced', [change]);
        if (round >= warmUp) times.get(session)?.push(time);
      }
    }
    for (const session of sessions) session.close('paced');
    const own = times.get(ours) ?? [];
    const others = present([json]).map((other) => number(median(times.get(other) ?? []) / median(own)));
    rows.push([sizeName(size), ...compared(times, ours, echo), ...others]);
  }
  const others = present([json]).map(({ peer }) => `${peer.name} : ours`);
  return table(['size', 'ours, ms', 'echo, ms', 'ours : echo', ...others], rows);
}

/** Milliseconds between two letters that a server is sent. */
const pace = 150;

/** Rounds that are not counted. */
const warmUp = 3;
function startingAt<T>(list: readonly T[], round: number): T[] {
  const first = round % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

function compared(times: ReadonlyMap<Session, readonly number[]>, own: Session, limit: Session): string[] {
  const [a, b] = [times.get(own) ?? [], times.get(limit) ?? []];
  return [milliseconds(a), milliseconds(b), number(median(a) / median(b))];
}

/** Letters at a place, one after the other. */
export function letters({ text, place }: Shape, count: number): Change[] {
  const { line, character } = parse(text).positionAt(place);
  return Array.from({ length: count }, (_, index) => {
    const position = { line, character: character + index };
    return { range: { start: position, end: position }, text: 'x' };
  });
}

function present(sessions: readonly (Session | undefined)[]): Session[] {
  return sessions.filter((session) => session !== undefined);
}

export function sizeName(size: number): string {
  return size >= 1_000_000 ? '1 MiB' : `${Math.round(size / 1_000)} KB`;
}
