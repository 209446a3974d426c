/** Reads and writes files for commands. A regular file is replaced atomically: readers see the old or the new file. */
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

  /** Writes a temporary file in the same folder and renames it to the given path. */
  function replace(path: string, bytes: Uint8Array): string | undefined {
    accessSync(path, constants.W_OK);
    const stats = lstatSync(path);
    if (!stats.isFile()) return 'EINVAL';
    const folder = dirname(path);
    sweep(folder);
    const temporary = join(folder, `.toggle-targeting-${randomUUID()}.tmp`);
    try {
      writeFileSync(temporary, bytes, { flag: 'wx', flush: true });
      // The umask would limit a mode that is passed to `writeFileSync`.
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

/** @returns the result of the work, or the system's error code */
function attempt<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    return codeOf(error);
  }
}

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
  // Opening a pipe without a reader must fail: if it blocked, Ctrl+C would have no effect.
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

/** Deletes temporary files that killed processes left, except new files, which another process may be writing. */
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
