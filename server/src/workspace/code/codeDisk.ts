/** Disk access for a search through code: many files, most of which are read once and have no toggles. */
import { closeSync, constants, lstatSync, openSync, readSync } from 'node:fs';
import { pathOf } from '../disk/paths.js';

export interface CodeDisk {
  /** A stamp that changes with the file; undefined if the URI is not a regular file, so links are not followed. */
  readonly stampOf: (uri: string) => string | undefined;
  /** Returns the file's bytes; undefined if the file is unreadable or has more than `limit` bytes. */
  readonly read: (uri: string, limit: number) => Buffer | undefined;
}

export const codeDisk: CodeDisk = diskOfThisMachine();

function diskOfThisMachine(): CodeDisk {
  // The buffer is created lazily, since browsers do not have `Buffer`.
  let block: Buffer | undefined;
  return {
    stampOf: (uri) => {
      try {
        const stats = lstatSync(pathOf(uri), { throwIfNoEntry: false });
        return stats?.isFile() === true ? `${stats.mtimeMs} ${stats.size}` : undefined;
      } catch {
        return undefined;
      }
    },
    read: (uri, limit) => {
      try {
        // The file may have become a link or a pipe in the meantime.
        const file = openSync(pathOf(uri), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
        try {
          // The buffer is reused, since allocating it takes longer than reading a file.
          block ??= Buffer.allocUnsafe(blockSize);
          return readAtMost(file, limit, block);
        } finally {
          closeSync(file);
        }
      } catch {
        return undefined;
      }
    },
  };
}

/** Number of bytes per read. */
const blockSize = 64 * 1024;

function readAtMost(file: number, limit: number, block: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let length = 0; ;) {
    const count = readSync(file, block, 0, blockSize, null);
    length += count;
    if (length > limit) return undefined;
    parts.push(Buffer.from(block.subarray(0, count)));
    // A regular file returns fewer bytes only at its end.
    if (count < blockSize) return Buffer.concat(parts);
  }
}
