/** Starts Git for the language server. repository.ts says which program, which arguments, and what it gets of the environment. */
import { execFile, spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import type { GitLater } from '../workspace/code/gitFiles.js';
import { disk, isProgram } from '../workspace/disk.js';
import { readFile } from '../workspace/readFile.js';
import type { GitMachine } from '../workspace/repository.js';

export interface Git {
  readonly machine: Omit<GitMachine, 'opened'>;
  readonly startLater: GitLater;
}

/** Milliseconds. */
const GIT_TIMEOUT_MS = 20_000;
/** Bytes. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

export function gitOf(environment: GitMachine['environment']): Git {
  const common = { timeout: GIT_TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
  return {
    machine: {
      disk,
      files: {
        isLink: (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true,
        isProgram,
        read: readFile,
      },
      environment,
      startGit: (args, start) => {
        const options = { ...common, cwd: start.folder, env: start.environment };
        const { status, stdout } = spawnSync(start.program, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
        return status === 0 ? stdout : undefined;
      },
    },
    startLater: (args, start) => {
      const options = { ...common, cwd: start.folder, env: start.environment, encoding: 'buffer' } as const;
      return new Promise<Uint8Array | undefined>((resolve) => {
        execFile(start.program, args, options, (error, stdout) => {
          resolve(error === null ? stdout : undefined);
        }).stdin?.end();
      }).catch(() => undefined);
    },
  };
}
