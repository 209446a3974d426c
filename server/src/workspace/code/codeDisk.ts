/** What a search through code needs of a disk: many files, most of which are read once and found to have nothing. */
import { closeSync, constants, lstatSync, openSync, readSync } from 'node:fs';
import { pathOf } from '../disk/paths.js';

export interface CodeDisk {
  /** Changes when the file does; undefined of what is no regular file, so no link is followed. */
  readonly stampOf: (uri: string) => string | undefined;
  /** Undefined where it cannot be read, or has more bytes. */
  readonly read: (uri: string, limit: number) => Buffer | undefined;
}

export const codeDisk: CodeDisk = diskOfThisMachine();

function diskOfThisMachine(): CodeDisk {
  // Made with the first file: a browser has no buffers.
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
        // What became a link or a pipe meanwhile is not followed, nor waited for.
        const file = openSync(pathOf(uri), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
        try {
          // One for all files: making one for each takes longer than reading it.
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

/** Bytes. */
const blockSize = 64 * 1024;

function readAtMost(file: number, limit: number, block: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let length = 0; ;) {
    const count = readSync(file, block, 0, blockSize, null);
    length += count;
    if (length > limit) return undefined;
    parts.push(Buffer.from(block.subarray(0, count)));
    // A regular file gives less only at its end.
    if (count < blockSize) return Buffer.concat(parts);
  }
}
