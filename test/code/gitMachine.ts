/** The real Git of this machine. */
import { execFile, spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { disk, isProgram } from '../../server/src/workspace/disk.js';
import { readFile } from '../../server/src/workspace/readFile.js';
import type { GitLater } from '../../server/src/workspace/code/gitFiles.js';
import type { GitMachine } from '../../server/src/workspace/repository.js';

const machine: GitMachine = {
  disk,
  opened: () => [],
  files: {
    isLink: (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true,
    isProgram,
    read: readFile,
  },
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
