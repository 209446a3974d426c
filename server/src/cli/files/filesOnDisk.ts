/** Reads and writes the files of commands. Only regular files are replaced, and readers see the old file or the new one. */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { waitAfter } from '../../service/pace.js';
import { isProgram } from '../../workspace/disk/disk.js';
import { codeOf, readFile } from '../../workspace/disk/readFile.js';
import type { Files } from '../world.js';

/** @param wait blocks for some milliseconds */
export function filesOnDisk(rename = renameSync, wait = sleep): Files {
  return {
    isLink: (path) => attempt(() => lstatSync(path).isSymbolicLink()) === true,
    isProgram,
    read: readFile,
    replace: (path, bytes) => attempt(() => replace(realpathSync.native(path), bytes)),
    create: (path, bytes) => attempt(() => create(path, bytes)),
    append: (path, bytes) => attempt(() => append(path, bytes)),
    remove: (path) => attempt(() => remove(path)),
    stamp,
  };

  /** Writes next to the old file, and then replaces it. */
  function replace(path: string, bytes: Uint8Array): string | undefined {
    accessSync(path, constants.W_OK);
    const stats = lstatSync(path);
    if (!stats.isFile()) return 'EINVAL';
    const folder = dirname(path);
    sweep(folder);
    const temporary = join(folder, `.toggle-targeting-${randomUUID()}.tmp`);
    try {
      writeFileSync(temporary, bytes, { flag: 'wx', flush: true });
      // Not by the flag above, which the process's mask would cut.
      chmodSync(temporary, stats.mode & 0o7777);
      renameInTime(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    return undefined;
  }

  function renameInTime(from: string, to: string): void {
    for (let attempts = 1; ; attempts += 1)
      try {
        rename(from, to);
        return;
      } catch (error) {
        wait(waitAfter(error, attempts));
      }
  }
}

/** The result of the work, or the code that the system refuses it with. */
function attempt<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    return codeOf(error);
  }
}

/** All of it, or none: what could not be written is removed again. */
function create(path: string, bytes: Uint8Array): undefined {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'wx');
  try {
    writeFileSync(file, bytes, { flush: true });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function append(path: string, bytes: Uint8Array): undefined {
  // Fails for a pipe that nobody reads: writing would wait for a reader, and Ctrl+C would not end it.
  const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    writeFileSync(path, bytes, { flag: 'a' });
  } finally {
    closeSync(file);
  }
}

function remove(path: string): undefined {
  rmSync(path);
}

function stamp(path: string): string | undefined {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}

/** Takes away what runs left that were killed while they wrote; another one may be writing now. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => /^\.toggle-targeting-[\da-f-]{36}\.tmp$/.test(each))) {
    const path = join(folder, name);
    attempt(() => {
      const stats = lstatSync(path);
      if (stats.isFile() && Date.now() - stats.mtimeMs > HOUR_MS) rmSync(path);
    });
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

const HOUR_MS = 3_600_000;
