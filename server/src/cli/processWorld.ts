/** Implements `World` with Node.js and the streams, folder and environment of this machine. */
import { setTimeout } from 'node:timers/promises';
import { t } from '../core/t.js';
import { homepage, version } from '../../../package.json';
import type { Unreadable } from '../core/checks/text/unreadable.js';
import { tooLarge } from '../core/checks/text/unreadable.js';
import { codeDisk } from '../workspace/code/codeDisk.js';
import { disk } from '../workspace/disk/disk.js';
import { pathOf, uriOf } from '../workspace/disk/paths.js';
import { spelled } from '../workspace/disk/spelling.js';
import { nextTurn } from '../workspace/turns.js';
import { GIT_TIMEOUT_MS, runGit } from '../workspace/git/gitProcess.js';
import { filesOnDisk } from './files/filesOnDisk.js';
import { linesOf } from './evaluate/inputLines.js';
import { withoutCommands, withoutOldCommands } from './reports/workflowCommands.js';
import type { Output, World } from './world.js';

type Stream = NodeJS.WritableStream & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

interface Process extends Pick<World, 'environment' | 'command' | 'manual' | 'interruption'> {
  readonly folder: string;
  /** The standard input, which is opened on first use. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Called if writing fails although the reader of the output still exists. */
  readonly broken: () => unknown;
}

export function worldOf({ folder, stdin, stdout, stderr, broken, ...special }: Process): World {
  /** Whether Git timed out, for example because a file is a pipe. Git is then not started again. */
  let isGitSilent = false;
  let paused = performance.now();
  return {
    ...special,
    folder: pathOf(spelled(uriOf(folder), disk)),
    opened: () => [uriOf(folder)],
    ...{ disk, codeDisk, files: filesOnDisk() },
    startGit: (args, start) => (isGitSilent ? undefined : runGit(args, start, silent)),
    standardInput: (limit) => allOf(stdin(), limit),
    lines: (limit) => linesOf(stdin(), limit),
    output: output(stdout),
    messages: output(stderr),
    time: () => Math.floor(Date.now() / 1_000),
    now: () => performance.now(),
    wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
    pause,
    startLocalServer: async (options) => (await import('../serve/main.js')).startLocalServer(options),
    version,
    homepage: homepage.replace(/#.*/, ''),
    docs: homepage.replace(/#.*/, '/blob/HEAD/docs/problems.md'),
  };

  /** Yields only every few milliseconds: reading without pauses is fastest, but signals must be handled. */
  async function pause(): Promise<void> {
    if (performance.now() - paused < MAX_MS_BETWEEN_SIGNALS) return;
    await nextTurn();
    paused = performance.now();
  }

  function silent(): void {
    isGitSilent = true;
    stderr.write(`${t('Git did not respond within {0} seconds, so it is not run again.', GIT_TIMEOUT_MS / 1_000)}\n`);
  }

  function output(stream: Stream): Output {
    let isGone = false;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      isGone = true;
      if (error.code === 'EPIPE' || error.code === 'EOF') return;
      broken();
      if (stream !== stderr) stderr.write(`${error.message}\n`);
    });
    const write = (text: string) => {
      if (!isGone) stream.write(text);
    };
    const isOnGitHub = special.environment['GITHUB_ACTIONS'] === 'true';
    const { isTTY = false, columns = 0 } = stream;
    return {
      write: isOnGitHub ? (text) => write(withoutCommands(text)) : write,
      annotate: isOnGitHub ? (text) => write(withoutOldCommands(text)) : write,
      isTerminal: isTTY,
      // Some terminals report 0 columns.
      columns: isTTY && columns > 0 ? columns : undefined,
    };
  }
}

async function allOf(stdin: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array | Unreadable> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    length += chunk.length;
    if (length > limit) return tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const MAX_MS_BETWEEN_SIGNALS = 40;
