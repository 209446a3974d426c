/** `toggle-targeting check` of many small files beside reading and parsing them; each is a process of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, milliseconds, number, table } from './figures.js';
import { environment } from './session.js';

export function checks(dist: string, count: number, rounds: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-targeting-bench-'));
  try {
    write(folder, count);
    const check = (build: string) => [process.execPath, join(build, 'cli.js'), 'check', 'toggles', '--quiet'];
    const commands: Record<string, readonly string[]> = {
      'reading and JSON.parse': [process.execPath, '--input-type=module', '--eval', parseAll],
      '`check`': check(dist),
    };
    const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round += 1)
      for (const [name, command] of Object.entries(commands)) times.get(name)?.push(time(folder, command));
    const [reading = []] = times.values();
    const rows = [...times].map(([name, own]) => [name, number(median(own) / median(reading)), milliseconds(own)]);
    return table([`${count} files`, 'times reading and JSON.parse', 'ms'], rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Prints the milliseconds that it takes, without the start of Node. */
const parseAll = `
  import { readdirSync, readFileSync } from 'node:fs';
  const start = performance.now();
  for (const name of readdirSync('toggles')) JSON.parse(readFileSync('toggles/' + name, 'utf8'));
  console.log(performance.now() - start);
`;

function time(folder: string, [command = '', ...args]: readonly string[]): number {
  const start = performance.now();
  const options = { cwd: folder, env: environment(), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exits with ${status}: ${stderr}`);
  return args.includes(parseAll) ? Number(stdout) : performance.now() - start;
}

/** Of 0.9 KB each; a quarter has a hint. */
export function write(folder: string, count: number): void {
  mkdirSync(join(folder, 'toggles'));
  for (let index = 0; index < count; index += 1)
    writeFileSync(join(folder, 'toggles', `t${index}.targeting.json`), JSON.stringify(targeting(index), undefined, 1));
}

function targeting(index: number): object {
  const hasHint = index % 4 === 0;
  const variation = (name: string, value: string) => ({ value, name, description: '' });
  const condition = (type: string, subject: string, predicate: string, ...objects: readonly string[]) => ({
    ...{ type, subject, predicate, objects },
  });
  const staff = condition('string', 'email', 'ends with', '@example.com', '@example.org');
  const city = condition('string', 'city', 'is one of', `city${index}`, 'Paris', 'Rome');
  const version = condition('semver', 'app_version', '>=', '2.4.0');
  return {
    disabled: false,
    content: {
      rules: [
        { name: 'staff', serve: { select: 1 }, conditions: [staff] },
        { name: 'beta', serve: { split: [5_000, 5_000, ...(hasHint ? [0] : [])] }, conditions: [city, version] },
      ],
      ...{ disabledServe: { select: 0 }, defaultServe: { select: 0 } },
      variations: [
        variation('off', 'false'),
        variation('on', 'true'),
        ...(hasHint ? [variation('third', 'third')] : []),
      ],
    },
  };
}
