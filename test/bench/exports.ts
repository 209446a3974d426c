/** `export` beside a program that reads and parses the same files and does no more, each a process of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, milliseconds, number, table } from './figures.js';
import { environment } from './session.js';

export function exports(dist: string, count: number, rounds: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-targeting-bench-'));
  try {
    write(folder, count);
    const [ours, reading]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      reading.push(time(folder, ['--input-type=module', '--eval', parseAll]));
      ours.push(time(folder, [join(dist, 'cli.js'), 'export', '--env', 'dev', '--out', 'repo.json']));
    }
    return table(
      [`${count} toggles`, 'times reading and JSON.parse', 'ms'],
      [
        ['reading and JSON.parse, a process', '1', milliseconds(reading)],
        ['`export`, a process', number(median(ours) / median(reading)), milliseconds(ours)],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const parseAll = `
  import { readdirSync, readFileSync } from 'node:fs';
  for (const name of readdirSync('dev')) JSON.parse(readFileSync('dev/' + name, 'utf8'));
`;

function time(folder: string, args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env: environment(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args[0]} exits with ${status}: ${stderr}`);
  return performance.now() - start;
}

function write(folder: string, count: number): void {
  mkdirSync(join(folder, 'dev'));
  const config = { baseUrl: 'https://toggles.example', project: 'P', environments: { dev: {} } };
  const files = '{environment}/{toggle}.targeting.json';
  writeFileSync(join(folder, 'targeting.config.json'), JSON.stringify({ ...config, files }));
  for (let index = 0; index < count; index += 1)
    writeFileSync(join(folder, 'dev', `toggle_${index}.targeting.json`), JSON.stringify(targeting, undefined, 2));
}

const conditions = [
  { type: 'string', subject: 'city', predicate: 'is one of', objects: ['Paris', 'Rome'] },
  { type: 'number', subject: 'age', predicate: '>', objects: ['18'] },
];
const targeting = {
  disabled: false,
  content: {
    rules: [0, 1, 0].map((select, index) => ({ name: `rule ${index}`, serve: { select }, conditions })),
    disabledServe: { select: 0 },
    defaultServe: { split: [5_000, 5_000] },
    variations: [
      { value: 'false', name: 'off', description: '' },
      { value: 'true', name: 'on', description: '' },
    ],
  },
};
