/** Runs processes, measures the sides of a row in rounds, and writes the row. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Peers } from './peers.js';

export interface Bench {
  /** Folders with production bundles, by side: `ours`, and `before` if an earlier build is measured, too. */
  readonly builds: Readonly<Record<string, string>>;
  readonly peers: Peers;
  readonly rounds: number;
  /** @returns the size that is measured instead of a full one */
  readonly size: (full: number) => number;
}

export type Command = readonly [program: string, ...args: string[]];

/** @param input the path of a file for standard input */
export function run([program, ...args]: Command, cwd: string, input?: string) {
  const stdin = input === undefined ? 'ignore' : openSync(input, 'r');
  const options = { cwd, encoding: 'utf8', maxBuffer: 2 ** 30 } as const;
  const start = performance.now();
  const { status, stdout, error } = spawnSync(program, args, { ...options, stdio: [stdin, 'pipe', 'pipe'] });
  const ms = performance.now() - start;
  if (stdin !== 'ignore') closeSync(stdin);
  if (error) throw error;
  return { ms, status: status ?? NaN, stdout };
}

/** @returns the path in the repository, from where the bench is built */
export const inRepository = (path: string): string => join(import.meta.dirname, '../..', path);

/** @returns the command for a script of this folder, with its options */
export const script = (line: string): Command => [process.execPath, ...inRepository(`test/bench/${line}`).split(' ')];

const temporary = mkdtempSync(join(tmpdir(), 'toggle-targeting-bench-'));
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** @returns a folder that exists until this process ends */
export const newFolder = (): string => mkdtempSync(join(temporary, '_'));

/** Writes a file, as JSON unless it is text, and the folders above it. */
export function write(folder: string, path: string, content: object | string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

export async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The figures of one side and round, by name: milliseconds, unless a row has another unit. */
export type Figures = Readonly<Record<string, number>>;

/** @returns what is made of each build, by side */
export function eachBuild<T>({ builds }: Bench, make: (build: string) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(builds).map(([side, build]) => [side, make(build)]));
}

/** Runs every side once in each round. Each round begins with another side. */
export async function interleaved(count: number, sides: Readonly<Record<string, () => Figures | Promise<Figures>>>) {
  const rounds: Record<string, Figures[]> = {};
  const all = Object.entries(sides);
  for (let round = 0; round < count; round += 1) {
    const first = round % all.length;
    for (const [name, measure] of [...all.slice(first), ...all.slice(0, first)])
      (rounds[name] ??= []).push(await measure());
  }
  return rounds;
}

export interface Row {
  /** The work, the peer, the goal, the figure of the earlier build, and that of ours. */
  readonly cells: readonly string[];
  readonly value: number;
}

interface Wanted {
  readonly rounds: Readonly<Record<string, readonly Figures[]>>;
  readonly figure?: string;
  /** The side, or the figure of the same side, that the figure is divided by. Without it, the row shows the figure as it is. */
  readonly by?: string;
  readonly unit?: string;
}

/** @returns a row with the median of all rounds, the lowest and the highest */
export function row(work: string, peer: string, goal: string, { rounds, figure = 'ms', by, unit = 'ms' }: Wanted): Row {
  const [before, ours] = ['before', 'ours'].map((build) => {
    const own = (rounds[build] ?? []).map((figures) => figures[figure] ?? NaN);
    const divisor = (round: number) => rounds[build]?.[round]?.[by ?? ''] ?? rounds[by ?? '']?.[round]?.[figure];
    const values = by === undefined ? own : own.map((value, round) => value / (divisor(round) ?? NaN));
    const spread = values.length > 1 ? ` (${number(Math.min(...values))} to ${number(Math.max(...values))})` : '';
    const amount = `${number(median(own))} ${unit}`;
    const value = median(values);
    return { value, shown: by === undefined ? `**${amount}**${spread}` : `**${number(value)}**${spread}, ${amount}` };
  });
  return { cells: [work, peer, goal, before?.shown ?? '', ours?.shown ?? ''], value: ours?.value ?? NaN };
}

export const worst = (rows: readonly Row[]): Row =>
  rows.reduce((found, other) => (other.value > found.value ? other : found));

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** Three digits are enough to compare. */
export function number(value: number): string {
  if (value >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}
