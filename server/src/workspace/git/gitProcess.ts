/** Runs the program that repository.ts selects. */
import { spawnSync } from 'node:child_process';
import { codeOf } from '../disk/readFile.js';
import type { GitStart } from './repository.js';

export const GIT_TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

export function processOptions({ folder, environment, limit = MAX_OUTPUT_BYTES }: GitStart) {
  const ending = { timeout: GIT_TIMEOUT_MS, killSignal: 'SIGKILL' } as const;
  return { ...ending, cwd: folder, env: environment, maxBuffer: limit };
}

export function runGit(
  args: readonly string[],
  start: GitStart,
  timedOut: () => void = () => undefined,
): Uint8Array | undefined {
  const { status, stdout, error } = spawnSync(start.program, args, {
    ...processOptions(start),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (error !== undefined && codeOf(error) === 'ETIMEDOUT') timedOut();
  return status === 0 ? stdout : undefined;
}
