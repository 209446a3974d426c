/**
 * `toggle-targeting`: the command line on real I/O. Whoever reads what it writes may go away (`| head`); it goes on without
 * a word then, so that what was to be fixed is fixed and the exit code is right.
 */
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import manual from '../../../docs/problems.md';
import { homepage, version } from '../../../package.json';
import { speak } from '../workspace/language.js';
import type { Unreadable } from '../core/checks/unreadable.js';
import { tooLarge } from '../core/checks/unreadable.js';
import { codeDisk } from '../workspace/code/codeDisk.js';
import { disk } from '../workspace/disk.js';
import { pathOf, uriOf } from '../workspace/paths.js';
import { spelled } from '../workspace/spelling.js';
import { nextTurn } from '../workspace/turns.js';
import { GIT_TIMEOUT_MS, runGit } from '../workspace/gitProcess.js';
import { filesOnDisk } from './filesOnDisk.js';
import { linesOf } from './inputLines.js';
import type { ThreadWork } from './inThread.js';
import { workInThread } from './inThread.js';
import { localeOf } from './language.js';
import { eraseLine } from './progress.js';
import { visible } from './reports/visible.js';
import { withoutCommands, withoutOldCommands } from './reports/workflowCommands.js';
import { run } from './run.js';
import type { GitStart } from '../workspace/repository.js';
import type { Output, World } from './world.js';

let brokenOutput = false;
/** A repository can have a pipe where Git reads a file; then it is not asked again. */
let isGitSilent = false;

// As in the language server (main.ts there), but nobody waits for a keystroke: twice what is used is little enough.
setFlagsFromString('--heap-growing-percent=100');
speak(localeOf(process.env));
const messages = output(process.stderr);
process.once('SIGINT', () => {
  if (process.stderr.isTTY) process.stderr.write(eraseLine);
  process.exit(130);
});
const world: World = {
  folder: pathOf(spelled(uriOf(process.cwd()), disk)),
  environment: process.env,
  opened: () => [uriOf(process.cwd())],
  command: [process.execPath, ...process.argv.slice(1, 2)],
  disk,
  codeDisk,
  files: filesOnDisk(),
  startGit,
  standardInput,
  lines: (limit) => linesOf(process.stdin, limit),
  output: output(process.stdout),
  messages,
  time: () => Math.floor(Date.now() / 1_000),
  now: () => performance.now(),
  wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
  interruption,
  breathe: nextTurn,
  cores: availableParallelism(),
  startThread,
  startLocalServer: async (options) => (await import('../serve/main.js')).startLocalServer(options),
  version,
  homepage: homepage.replace(/#.*/, ''),
  docs: homepage.replace(/#.*/, '/blob/HEAD/docs/problems.md'),
  manual,
};
if (parentPort !== null) {
  const port = parentPort;
  void workInThread(workerData as ThreadWork, world, (part) => {
    port.postMessage(part);
  });
} else {
  run(process.argv.slice(2), world).then(
    (code) => (process.exitCode = brokenOutput ? 2 : code),
    (error: unknown) => {
      const lines = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n');
      messages.write(`${lines.map(visible).join('\n')}\n`);
      process.exitCode = 2;
    },
  );
}

/** This same program, which sees then that it is a thread. */
function startThread(work: unknown, tell: (told: unknown) => void): Promise<void> {
  const thread = new Worker(__filename, { workerData: work });
  return new Promise((resolve, reject) => {
    thread.on('message', tell);
    thread.once('error', reject);
    thread.once('exit', () => {
      resolve();
    });
  });
}

/** As often as they come: npx passes on what a terminal sends to both. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.removeAllListeners('SIGINT');
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => controller.abort());
  return controller.signal;
}

function startGit(args: readonly string[], start: GitStart): Uint8Array | undefined {
  if (isGitSilent) return undefined;
  return runGit(args, start, () => {
    isGitSilent = true;
    process.stderr.write(
      `${t('Git did not respond within {0} seconds, so it is not asked again.', GIT_TIMEOUT_MS / 1_000)}\n`,
    );
  });
}

async function standardInput(limit: number): Promise<Uint8Array | Unreadable> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    length += (chunk as Uint8Array).length;
    if (length > limit) return tooLarge(limit);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

function output(stream: NodeJS.WriteStream): Output {
  let isGone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    isGone = true;
    if (error.code === 'EPIPE' || error.code === 'EOF') return;
    brokenOutput = true;
    process.exitCode = 2;
    if (stream !== process.stderr) process.stderr.write(`${error.message}\n`);
  });
  const write = (text: string) => {
    if (!isGone) stream.write(text);
  };
  const isOnGitHub = process.env['GITHUB_ACTIONS'] === 'true';
  return {
    write: isOnGitHub ? (text) => write(withoutCommands(text)) : write,
    annotate: isOnGitHub ? (text) => write(withoutOldCommands(text)) : write,
    isTerminal: stream.isTTY,
    // Some terminals say 0.
    columns: stream.isTTY && stream.columns > 0 ? stream.columns : undefined,
  };
}
