/** The command line in a folder on disk: within the test's process, or as its own process (dist/cli.js). */
import { afterEach, expect } from 'vitest';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Folder } from './folder.js';
import { temporaryFolder } from './folder.js';
import type * as InProcess from './inProcess.js';

export const cliFile = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

const bundle = join(dirname(cliFile), 'tools', 'inProcess.mjs');
const inProcess = (await import(pathToFileURL(bundle).href)) as typeof InProcess;

/** dist/cli.js, and the files that it loads. */
export const commandLineFiles = ['cli.js', 'commands.js', 'undici.js'].map((name) => join(dirname(cliFile), name));

export function copyCommandLine(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of commandLineFiles) copyFileSync(file, join(folder, basename(file)));
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Standard input; empty by default. */
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  /** Relative to the folder of the trial. */
  readonly folder?: string;
  /** Instead of a signal, which would hit the test's process. */
  readonly interruption?: AbortSignal;
}

type Started = Required<Omit<RunOptions, 'interruption'>> & Pick<RunOptions, 'interruption'>;

export interface CommandLineTrial extends Folder {
  readonly path: (path: string) => string;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Outcome>;
  /** Like `run`, in its own process: for threads, languages, proxies and certificates of Node.js. */
  readonly spawned: CommandLineTrial['run'];
  /** Like `spawned`, with a copy that is installed in the folder. */
  readonly runCopy: CommandLineTrial['run'];
  readonly start: (args: readonly string[], options?: RunOptions) => ChildProcessWithoutNullStreams;
}

export function commandLineTrial(files: Readonly<Record<string, string>> = {}): CommandLineTrial {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) folder.write(path, content);
  const path = (below: string) => fileURLToPath(folder.uri(below));
  const startOf =
    (file: string): CommandLineTrial['start'] =>
    (args, { environment = {}, folder: below = '.' } = {}) =>
      spawn(process.execPath, [file, ...args], { cwd: path(below), env: environmentWith(environment) });
  const spawned = async (start: CommandLineTrial['start'], args: readonly string[], options: RunOptions = {}) => {
    const child = start(args, options);
    child.stdin.end(options.input);
    const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
  };
  return {
    ...folder,
    path,
    start: startOf(cliFile),
    run: (args, { input = '', environment = {}, folder: below = '.', ...more } = {}) =>
      runInProcess(args, { input, environment: environmentWith(environment), folder: path(below), ...more }),
    spawned: (args, options) => spawned(startOf(cliFile), args, options),
    runCopy: (args, options) => {
      copyCommandLine(path('dist'));
      return spawned(startOf(path('dist/cli.js')), args, options);
    },
  };
}

function environmentWith(more: Readonly<Record<string, string>>) {
  return { LANG: 'C', PATH: process.env['PATH'] ?? '', ...more };
}

export async function runInProcess(args: readonly string[], options: Started) {
  const [stdout, stderr] = [collector(), collector()];
  const code = await inProcess.run(args, worldIn(options, stdout.stream, stderr.stream));
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

export function worldIn(
  { input, environment, folder, interruption = new AbortController().signal }: Started,
  stdout: Writable = collector().stream,
  stderr: Writable = collector().stream,
) {
  return inProcess.worldOf({
    ...{ folder, environment, stdout, stderr, manual: inProcess.manual },
    stdin: () => Readable.from(input === '' ? [] : [Buffer.from(input)]),
    command: [process.execPath, cliFile],
    interruption: () => interruption,
    broken: () => undefined,
  });
}

function collector() {
  const written: Buffer[] = [];
  const write = (part: Buffer, _encoding: string, done: () => void) => {
    written.push(part);
    done();
  };
  return { stream: new Writable({ write }), text: () => Buffer.concat(written).toString() };
}

const who = ['user.name=a', 'user.email=a@b', 'init.defaultBranch=main', 'core.autocrlf=false'];

/** Runs Git for a person without settings of their own. */
export function gitIn({ path }: Pick<CommandLineTrial, 'path'>, ...args: readonly string[]): string {
  const settings = [...who, 'protocol.file.allow=always'].flatMap((each) => ['-c', each]);
  const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1' };
  const all = [...settings, ...args];
  return execFileSync('git', all, { cwd: path('.'), env, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
}

export function commitAll(trial: Pick<CommandLineTrial, 'path'>, subject = 'As it was'): void {
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', subject],
  ])
    gitIn(trial, ...args);
}

/** The environment of a process for which the folder ignores case and the form of accents (otherDisk.ts). */
export function otherDisk(folder: string, at = folder): Readonly<Record<string, string>> {
  const file = join(dirname(cliFile), 'tools', 'otherDisk.cjs');
  return { NODE_OPTIONS: `--require ${JSON.stringify(file)}`, OTHER_DISK: folder, OTHER_DISK_AT: at };
}

/** Bodies with only this problem, or with none. */
export const bodies = {
  clean: '{ "comment": "a" }\n',
  error: '{ "disabled": "yes" }\n',
  warning: '{ "comment": 1 }\n',
} as const;

export function commandLineTrials(): (files: Readonly<Record<string, string>>) => CommandLineTrial {
  const trials: CommandLineTrial[] = [];
  afterEach(() => {
    for (const trial of trials.splice(0)) trial.dispose();
  });
  return (files) => {
    const trial = commandLineTrial(files);
    trials.push(trial);
    return trial;
  };
}

/** Expects an exit code, and these words or a match on stdout. */
export async function prints(run: Promise<Outcome>, code: number, words: string | RegExp): Promise<void> {
  expect(await run).toMatchObject({ code, stdout: containing(words) });
}

/** Like `prints`, on stderr. */
export async function complains(run: Promise<Outcome>, code: number, words: string | RegExp): Promise<void> {
  expect(await run).toMatchObject({ code, stderr: containing(words) });
}

function containing(words: string | RegExp): string {
  return (typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words)) as string;
}
