/** The command line: its start, `evaluate --batch` beside the official SDK for Node, and whether work grows as what it is about. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { median, milliseconds, number, table } from './figures.js';
import { environment } from './session.js';
import { attributesOf, toggleOf } from './toggles.js';

export function startAndBatch(dist: string, lines: number, rounds: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-targeting-bench-'));
  try {
    const cli = join(dist, 'cli.js');
    const asked = join(folder, 'asked.jsonl');
    writeFileSync(asked, Array.from({ length: lines }, (_, index) => lineOf(index)).join(''));
    const run = (args: readonly string[], input?: string) => timed(folder, args, input);
    const bySdk = [join(import.meta.dirname, '../../test/bench/sdkBatch.mjs')];
    if (outcomes(run([cli, 'evaluate', '--batch'], asked).stdout) !== outcomes(run(bySdk, asked).stdout))
      throw new Error('They decide otherwise.');
    const [bare, version, sdk, batch]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(run(['--eval', '0']).time);
      version.push(run([cli, '--version']).time);
      sdk.push(run(bySdk, asked).time);
      batch.push(run([cli, 'evaluate', '--batch'], asked).time);
    }
    return table(
      ['', 'wanted', 'measured', 'ms'],
      [
        ['`--version` : bare Node', '≤ 1.3', number(median(version) / median(bare)), milliseconds(version)],
        [
          `\`evaluate --batch\`, ${lines} lines of 10 rules, for the rules and five SDKs at once : as fast as a script with the SDK for Node`,
          '≥ 0.6',
          number(median(sdk) / median(batch)),
          milliseconds(batch),
        ],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each verb with a file, or files, of one size and of twice that. */
export function doubled(dist: string, rules: number, files: number, rounds: number): string {
  const cli = join(dist, 'cli.js');
  const [ofRules, ofFiles] = [rules, files].map((count) => [count, 2 * count] as const) as [Sizes, Sizes];
  const rows = [
    ...Object.entries(byRules).map(([verb, args]) => [verb, 'rules', ofRules, writeRules, args] as const),
    ...Object.entries(byFiles).map(([verb, args]) => [verb, 'files', ofFiles, writeFiles, args] as const),
  ].map(([verb, what, sizes, write, args]) => {
    const folders = sizes.map(() => mkdtempSync(join(tmpdir(), 'toggle-targeting-bench-')));
    try {
      for (const [index, folder] of folders.entries()) write(folder, sizes[index] ?? 0);
      const times = folders.map((): number[] => []);
      for (let round = 0; round < rounds; round += 1)
        for (const [index, folder] of folders.entries()) times[index]?.push(timed(folder, [cli, ...args]).time);
      const [once = [], twice = []] = times;
      return [
        `\`${verb}\``,
        `${sizes.join(' and ')} ${what}`,
        number(median(twice) / median(once)),
        milliseconds(twice),
      ];
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  });
  return table(['command', 'of', 'time of twice as much (wanted: ≤ 2.3)', 'ms'], rows);
}

type Sizes = readonly [number, number];

const byRules = {
  check: ['check', 'a'],
  evaluate: ['evaluate', 'a/t.targeting.json', '--key', 'u', '--attribute', 'city=Paris'],
  diff: ['diff', 'a/t.targeting.json', 'b/t.targeting.json'],
  export: ['export', '--env', 'a', '--out', 'out.json'],
};

const byFiles = {
  check: ['check', 'a'],
  test: ['test', 'a'],
  compare: ['compare', 'a', 'b'],
  export: ['export', '--env', 'a', '--out', 'out.json'],
};

/** In one environment, all rules are for the same users, so that nearly all are dead. */
function writeRules(folder: string, count: number): void {
  write(folder, 'targeting.config.json', config);
  write(folder, 'a/t.targeting.json', toggleOf(count));
  const { content, ...rest } = toggleOf(count);
  const [first] = content.rules;
  const rules = content.rules.map(({ name }) => ({ ...first, name }));
  write(folder, 'b/t.targeting.json', { ...rest, content: { ...content, rules } });
}

function writeFiles(folder: string, count: number): void {
  write(folder, 'targeting.config.json', config);
  const cases = [{ user: { key: 'u', attributes: attributesOf(1) }, expect: { value: 'false' } }];
  for (let index = 0; index < count; index += 1) {
    write(folder, `a/t${index}.targeting.json`, toggleOf(2));
    write(folder, `a/t${index}.targeting.test.json`, { cases });
    write(folder, `b/t${index}.targeting.json`, toggleOf(index % 10 === 0 ? 3 : 2));
  }
}

const config = {
  baseUrl: 'https://toggles.example',
  project: 'P',
  environments: { a: {}, b: {} },
  files: '{environment}/{toggle}.targeting.json',
};

function write(folder: string, path: string, content: object): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(content));
}

function lineOf(index: number): string {
  const user = { key: `user-${index}`, attributes: attributesOf(index) };
  const asked = { toggle: `toggle_${index % 200}`, returnType: 'boolean', targeting: toggleOf(10), user };
  return `${JSON.stringify({ ...asked, now: 1_790_000_000 })}\n`;
}

function outcomes(lines: string): string {
  return JSON.stringify(
    lines
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { outcome: unknown }).outcome),
  );
}

/** @param input the file that comes on standard input */
function timed(cwd: string, args: readonly string[], input?: string) {
  const standard = input === undefined ? undefined : openSync(input, 'r');
  try {
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      ...{ cwd, env: environment(), encoding: 'utf8', maxBuffer: 2 ** 30 },
      stdio: [standard ?? 'ignore', 'pipe', 'pipe'],
    });
    // 1 and 3 say what was found.
    if (![0, 1, 3].includes(status ?? 2)) throw new Error(`${args.join(' ')} exits with ${status}: ${stderr}`);
    return { time: performance.now() - start, stdout };
  } finally {
    if (standard !== undefined) closeSync(standard);
  }
}
