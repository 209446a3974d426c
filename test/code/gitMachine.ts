/** The real Git of this machine. */
import { execFile, spawnSync } from 'node:child_process';
import { disk, isProgram } from '../../server/src/workspace/disk/disk.js';
import type { GitLater } from '../../server/src/workspace/code/gitFiles.js';
import type { GitMachine } from '../../server/src/workspace/git/repository.js';

const machine: GitMachine = {
  disk,
  opened: () => [],
  files: { isProgram },
  environment: process.env,
  startGit: (args, { program, folder, environment }) => {
    const { status, stdout } = spawnSync(program, args, { cwd: folder, env: environment });
    return status === 0 ? stdout : undefined;
  },
};

const startLater: GitLater = (args, { program, folder, environment }) =>
  new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd: folder, env: environment, encoding: 'buffer', maxBuffer: 2 ** 28 },
      (error, stdout) => resolve(error === null ? stdout : undefined),
    );
  });

export const gitMachine = { machine, startLater };
