/** Keystroke to problems through LSP: every server types the same letters into the same documents, in turn. */
import { setTimeout } from 'node:timers/promises';
import type { Change } from '../../server/src/core/json/text.js';
import { parse } from '../../server/src/core/json/document.js';
import { milliseconds, median, number, table } from './figures.js';
import type { Session } from './session.js';
import type { Shape } from './shapes.js';
import { inState, shape, shapeNames, stateNames } from './shapes.js';

export interface Servers {
  readonly ours: Session;
  readonly echo: Session;
  readonly oursPush: Session;
  readonly echoPush: Session;
  /** Absent in a smoke run. */
  readonly json?: Session;
  readonly jsonPull?: Session;
  readonly jsonAsShipped?: Session;
  readonly yaml?: Session;
}

interface Cell {
  readonly what: readonly string[];
  readonly times: ReadonlyMap<Session, readonly number[]>;
}

/** A letter in a name: nothing is to be said that was not said before. */
export async function keystrokes(servers: Servers, sizes: readonly number[], rounds: number): Promise<string> {
  const { ours, echo, json, jsonPull, jsonAsShipped, yaml } = servers;
  const cells: Cell[] = [];
  // Their first keystrokes are compiled; what is measured first would pay for all.
  for (const name of shapeNames) {
    for (const state of stateNames) {
      const document = inState(shape(name, sizes[0] ?? 0), state);
      await typeInto(present([ours, echo, json]), document, letters(document, compiledAfter));
    }
  }
  for (const size of sizes) {
    for (const name of shapeNames) {
      for (const state of stateNames) {
        // The others are asked about the first shape alone, or this would take an hour.
        const slow = name === 'rules' && state === 'whole' ? [jsonPull, jsonAsShipped, yaml] : [];
        const document = inState(shape(name, size), state);
        const times = await typeInto(
          present([ours, echo, json, ...slow]),
          document,
          letters(document, (rounds + warmUp) * timesOfFast),
        );
        cells.push({ what: [sizeName(size), name, state], times });
      }
    }
    process.stderr.write(`keystrokes at ${sizeName(size)}\n`);
  }
  const head = ['size', 'shape', 'state', 'ours, ms', 'echo, ms', 'ours : echo'];
  const others = present([json, jsonPull, jsonAsShipped, yaml]);
  const rows = cells.map(({ what, times }) => [
    ...what,
    ...compared(times, ours, echo),
    ...others.map((other) => number(median(times.get(other) ?? []) / median(times.get(ours) ?? []))),
  ]);
  return table([...head, ...others.map(({ peer }) => `${peer.name} : ours`)], rows);
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

/** What makes an index a fraction, and its removal: the problems are other ones each time, and are sent. */
export async function mistakes(servers: Servers, sizes: readonly number[], rounds: number): Promise<string> {
  const { oursPush, echoPush } = servers;
  const cells: Cell[] = [];
  for (const size of sizes) {
    for (const name of shapeNames) {
      const document = shape(name, size);
      const times = await typeInto(
        [oursPush, echoPush],
        document,
        wrongAndRight(document, (rounds + warmUp) * timesOfFast),
      );
      cells.push({ what: [sizeName(size), name], times });
    }
  }
  const rows = cells.map(({ what, times }) => [...what, ...compared(times, oursPush, echoPush)]);
  return table(['size', 'shape', 'ours (push), ms', 'echo (push), ms', 'ours : echo'], rows);
}

/** Forty letters without a pause, and at last a mistake: until it is reported. */
export async function bursts(servers: Servers, size: number, rounds: number): Promise<string> {
  const { ours, echo, json, jsonAsShipped } = servers;
  const sessions = present([ours, echo, json, jsonAsShipped]);
  const document = shape('rules', size);
  const [wrong, right] = wrongAndRight(document, 2);
  const times = new Map<Session, number[]>(sessions.map((session) => [session, []]));
  for (const session of sessions) await session.open('burst', document.text);
  for (let round = 0; round < rounds && wrong !== undefined && right !== undefined; round += 1) {
    for (const session of sessions) {
      times.get(session)?.push(await session.burst('burst', [...letters(document, 39), wrong]));
      await session.type('burst', [right]);
    }
  }
  for (const session of sessions) session.close('burst');
  const rows = sessions.map((session) => {
    const own = times.get(session) ?? [];
    return [session.peer.name, milliseconds(own), number(median(own) / median(times.get(ours) ?? []))];
  });
  return table(['server', `40 keystrokes at ${sizeName(size)}, ms`, 'times ours'], rows);
}

/** Keystrokes in each kind of document before anything is measured. */
const compiledAfter = 250;
/** Rounds that are not counted. */
const warmUp = 3;
/** In one round, who answers in less than a millisecond is asked several times. */
const timesOfFast = 5;

/** In turn, another one first each time: all sessions make their changes of a round before any goes on to the next. */
async function typeInto(
  sessions: readonly Session[],
  { text }: Shape,
  changes: readonly Change[],
): Promise<Map<Session, number[]>> {
  const times = new Map<Session, number[]>(sessions.map((session) => [session, []]));
  for (const session of sessions) await session.open('typed', text);
  const rounds = changes.length / timesOfFast;
  for (let round = 0; round < rounds; round += 1) {
    for (const session of startingAt(sessions, round)) {
      const count = /^(?:ours|echo)/.test(session.peer.name) ? timesOfFast : 1;
      for (const change of changes.slice(round * count, (round + 1) * count)) {
        const time = await session.type('typed', [change]);
        if (round >= warmUp) times.get(session)?.push(time);
      }
    }
  }
  for (const session of sessions) session.close('typed');
  return times;
}

function startingAt<T>(list: readonly T[], round: number): T[] {
  const first = round % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

function compared(times: Cell['times'], own: Session, limit: Session): string[] {
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

function wrongAndRight({ text }: Shape, count: number): Change[] {
  const at = text.indexOf('1', text.lastIndexOf('"select"')) + 1;
  const { line, character } = parse(text).positionAt(at);
  const start = { line, character };
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? { range: { start, end: start }, text: '.5' }
      : { range: { start, end: { line, character: character + 2 } }, text: '' },
  );
}

function present(sessions: readonly (Session | undefined)[]): Session[] {
  return sessions.filter((session) => session !== undefined);
}

export function sizeName(size: number): string {
  return size >= 1_000_000 ? '1 MiB' : `${Math.round(size / 1_000)} KB`;
}
