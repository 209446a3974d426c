/** Starts Git for the language server. repository.ts defines the program, its arguments and environment variables. */
import { execFile } from 'node:child_process';
import type { GitLater } from '../workspace/code/gitFiles.js';
import { disk, isProgram } from '../workspace/disk/disk.js';
import { processOptions, runGit } from '../workspace/git/gitProcess.js';
import type { GitMachine } from '../workspace/git/repository.js';

export interface Git {
  readonly machine: Omit<GitMachine, 'opened'>;
  readonly startLater: GitLater;
}

export function gitOf(environment: GitMachine['environment']): Git {
  return {
    machine: { disk, files: { isProgram }, environment, startGit: (args, start) => runGit(args, start) },
    startLater: (args, start) =>
      new Promise<Uint8Array | undefined>((resolve) => {
        execFile(start.program, args, { ...processOptions(start), encoding: 'buffer' }, (error, stdout) => {
          resolve(error === null ? stdout : undefined);
        }).stdin?.end();
      }).catch(() => undefined),
  };
}
