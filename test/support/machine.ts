/** This machine for the command line within the test's own process: a folder on disk, no Git, and nobody who reads what it prints. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { World } from '../../server/src/cli/world.js';
import { codeDisk } from '../../server/src/workspace/code/codeDisk.js';
import { disk } from '../../server/src/workspace/disk.js';

export function machineIn(folder: string, environment: World['environment']): World {
  const nowhere = { write: () => undefined, annotate: () => undefined, isTerminal: false, columns: undefined };
  const write = (path: string, bytes: Uint8Array) => {
    writeFileSync(path, bytes);
    return undefined;
  };
  return {
    ...{ folder, environment, disk, codeDisk, output: nowhere, messages: nowhere },
    files: {
      isLink: () => false,
      isProgram: () => false,
      read: (path) => (existsSync(path) ? readFileSync(path) : undefined),
      replace: write,
      create: write,
      append: write,
      remove: () => 'EACCES',
      stamp: () => undefined,
    },
    opened: () => [],
    startGit: () => undefined,
    cores: 1,
    startThread: () => Promise.reject(new Error('There is none.')),
    startLocalServer: () => Promise.reject(new Error('There is none.')),
    standardInput: () => Promise.resolve(new Uint8Array()),
    lines: () => Readable.from([]),
    time: () => Math.floor(Date.now() / 1_000),
    now: () => performance.now(),
    wait: () => Promise.resolve(),
    interruption: () => new AbortController().signal,
    breathe: () => Promise.resolve(),
    ...{ version: '0.0.0', homepage: '', docs: '', manual: '', command: [] },
  };
}
