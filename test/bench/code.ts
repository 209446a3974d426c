/** Toggles in the code of a repository: the command line beside `git grep` of one word, and what an editor reads again. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Codebase } from '../../server/src/workspace/code/codebase.js';
import { codeDisk } from '../../server/src/workspace/code/codeDisk.js';
import { codeFiles } from '../../server/src/workspace/code/codeFiles.js';
import { gitFiles } from '../../server/src/workspace/code/gitFiles.js';
import { disk } from '../../server/src/workspace/disk.js';
import { gitMachine } from '../code/gitMachine.js';
import { filesToACall, toggleKeys, writeTree } from './codeTree.js';
import { median, megabytes, milliseconds, number, table } from './figures.js';
import { environment } from './session.js';

export async function code(dist: string, count: number, rounds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-targeting-bench-'));
  try {
    writeTree(folder, count);
    const [grep, command, memory]: [number[], number[], number[]] = [[], [], []];
    const [first, second]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      grep.push(run(folder, 'git', ['grep', '--word-regexp', toggleKeys[0] ?? '']).time);
      const ours = run(folder, process.execPath, [...tellsMemory, join(dist, 'cli.js'), 'code', '--format', 'json']);
      expectCalls([...ours.stdout.matchAll(/"kind": ?"call"/g)].length, count);
      command.push(ours.time);
      memory.push(Number(ours.stderr));
      const codebase = codebaseIn(folder);
      for (const times of [first, second]) times.push(await readTime(codebase, count));
    }
    const row = (name: string, times: readonly number[], ...rest: readonly string[]) => [
      ...[name, number(median(times) / median(grep)), number(median(times) / median(first))],
      ...[milliseconds(times), ...rest],
    ];
    return table(
      [`${count} files of code`, 'times `git grep`', 'times the first read', 'ms', 'memory at most'],
      [
        row('`git grep` of one word, a process', grep, ''),
        row('`toggle-targeting code`, a process', command, megabytes(median(memory))),
        row('in a server, the first read', first, ''),
        row('in a server, a second read', second, ''),
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Kilobytes, where the system tells them, after all else. */
const tellsMemory = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import { existsSync, readFileSync } from 'node:fs';
    const status = '/proc/self/status';
    process.on('exit', () => {
      if (existsSync(status)) process.stderr.write(/VmHWM:\\s*(\\d+)/.exec(readFileSync(status, 'utf8'))[1]);
      else process.stderr.write('NaN');
    });
  `)}`,
];

function run(folder: string, file: string, args: readonly string[]) {
  const start = performance.now();
  const options = { cwd: folder, env: environment(), encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr } = spawnSync(file, args, options);
  if (status !== 0) throw new Error(`${file} exits with ${status}: ${stderr}`);
  return { time: performance.now() - start, stdout, stderr };
}

function codebaseIn(folder: string): Codebase {
  const config = pathToFileURL(join(folder, 'targeting.config.json')).href;
  const listed = (uri: string) => gitFiles(uri, gitMachine.machine, gitMachine.startLater);
  const files = () =>
    codeFiles(
      config,
      { include: undefined },
      { disk, bounds: { namedBy: () => () => true }, listed, pause: () => Promise.resolve() },
    );
  return new Codebase({ disk: codeDisk, files, pause: () => Promise.resolve() }, true);
}

async function readTime(codebase: Codebase, count: number): Promise<number> {
  const start = performance.now();
  const { files } = await codebase.read({ keys: new Set(toggleKeys), wrappers: [] });
  const time = performance.now() - start;
  expectCalls(files.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'call')).length, count);
  return time;
}

function expectCalls(found: number, count: number): void {
  if (found !== Math.ceil(count / filesToACall)) throw new Error(`${found} calls were found in ${count} files.`);
}
