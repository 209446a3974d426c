/** The built server, dist/server.js, as an editor runs it: a process that talks over standard input and output. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { ExitNotification } from 'vscode-languageserver-protocol/node';
import type { ServerTrial, ServerTrialOptions } from './serverTrial.js';
import { trialOver } from './serverTrial.js';

export const serverFile = join(import.meta.dirname, '..', '..', 'dist', 'server.js');

export interface SpawnedTrial extends ServerTrial {
  readonly process: ChildProcessWithoutNullStreams;
}

export interface SpawnedOptions extends ServerTrialOptions {
  readonly node?: readonly string[];
  /** The script; by default dist/server.js. */
  readonly file?: string;
  readonly args?: readonly string[];
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A started and initialized server. `stop` fails unless it exits with 0 and writes nothing to stderr. */
export async function spawnedTrial({
  node = [],
  file = serverFile,
  args = [],
  environment = {},
  cwd,
  ...options
}: SpawnedOptions = {}): Promise<SpawnedTrial> {
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build.`);
  const server = spawn(process.execPath, [...node, file, '--stdio', ...args], {
    ...{ cwd, env: { ...process.env, ...environment } },
  });
  const stderr = textOf(server.stderr);
  const exited = once(server, 'exit');
  const streams = { output: server.stdout, input: server.stdin };
  const trial = await trialOver(
    streams,
    async (connection) => {
      await connection.sendNotification(ExitNotification.type);
      await exited;
      const said = await stderr;
      if (server.exitCode !== 0 || said !== '')
        throw new Error(`The server ended with ${String(server.exitCode)}: ${said}`);
    },
    options,
    process.pid,
  );
  return { ...trial, process: server };
}
