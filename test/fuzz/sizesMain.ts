/**
 * `npm run no-answer-waits -- [--rounds 8] [--seed 1] [--only wide] [--no-check]`: prints how long hovers wait while one hostile file
 * (sizes.ts) or two that grow together (pairs.ts) are open, and fails above 200 ms. Then `check` of 300 files next to a hostile file may
 * take five times the processor time that it takes next to an ordinary one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pair } from './pairs.js';
import { pairs, targetingWith } from './pairs.js';
import { random } from './random.js';
import { hoversBeside, hoversWhile, sizedFiles, writeAll } from './sizes.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    'no-check': { type: 'boolean', default: false },
  },
});
const LIMIT = 200;
const MOST_TIMES = 5;

/** By file or pair. */
const waits = new Map<string, number[]>();
let countOfPairs = 0;
for (let round = 0; round < Number(values.rounds); round += 1) {
  const seed = Number(values.seed) + round;
  for (const file of sizedFiles(random(seed))) if (isWanted(file.name)) keep(file.name, await hoversBeside(file));
  for (const { name, files } of pairs(random(seed))) {
    if (!isWanted(name)) continue;
    countOfPairs += 1;
    keep(name, await hoversWhile(files));
  }
}
const all = [...waits.values()].flat();
for (const [name, each] of waits) report(name, each);
report(`all, ${countOfPairs} pairs, load ${loadavg()[0]?.toFixed(1) ?? ''}`, all);
const slow = values['no-check']
  ? []
  : pairs(random(Number(values.seed)))
      .filter(({ name }) => isWanted(name))
      .filter(isSlow);
process.exitCode = slow.length > 0 || all.some((milliseconds) => milliseconds > LIMIT) ? 1 : 0;

function isWanted(name: string): boolean {
  return values.only === undefined || name.includes(values.only);
}

function keep(name: string, each: readonly number[]): void {
  waits.set(name, [...(waits.get(name) ?? []), ...each]);
}

function report(title: string, each: readonly number[]): void {
  const sorted = each.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  console.log(
    `${title}: ${sorted.length} hovers, 50 % ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, slowest ${at(1)}`,
  );
}

function isSlow({ name, files, ordinary }: Pair): boolean {
  if (ordinary === undefined) return false;
  const [hostile, usual] = [files, ordinary].map(secondsOfCheck) as [number, number];
  const isOver = hostile > MOST_TIMES * usual;
  console.log(
    `check, ${name}: ${hostile.toFixed(1)} s, beside an ordinary file ${usual.toFixed(1)} s${isOver ? ': TOO SLOW' : ''}`,
  );
  return isOver;
}

/** Processor seconds for 300 files with two rules each, next to other files. */
function secondsOfCheck(files: Readonly<Record<string, string>>): number {
  const folder = mkdtempSync(join(tmpdir(), 'targeting-sizes-'));
  try {
    const names = Array.from({ length: 300 }, (_, index) => `dev/${'a'.repeat(200)}${index}.targeting.json`);
    writeAll(folder, { ...files, ...Object.fromEntries(names.map((name) => [name, targetingWith(2)])) });
    const cli = join(import.meta.dirname, '..', 'cli.js');
    const { stderr } = spawnSync(
      'bash',
      ['-c', 'TIMEFORMAT=%U; time timeout 60 "$0" "$@" > check.txt 2>&1', process.execPath, cli, 'check', 'dev'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    return Number(stderr.trim().split('\n').at(-1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
