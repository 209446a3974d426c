/**
 * The one way to the content of a file that someone else may have made. It is a regular file or it is not read: a device has
 * no end, and a pipe is waited for. At most `limit` bytes are read, whatever the file's size says: it may grow, and those of
 * /proc have none. Synchronous: a few files in a row are read faster than their promises are made.
 */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { noRegularFile, tooLarge } from '../../core/checks/text/unreadable.js';

/** @returns undefined when there is no file */
export function readFile(path: string, limit: number): Uint8Array | undefined | Unreadable {
  try {
    const found = statSync(path);
    // Opening some devices does something by itself.
    if (!found.isFile()) return found.isDirectory() ? undefined : noRegularFile();
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      return stats.isFile() ? readAtMost(file, stats.size, limit) : noRegularFile();
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = codeOf(error);
    return missing.has(code) ? undefined : { unreadable: code };
  }
}

/** The system's code. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** The codes of what is not there, or is a folder. */
export const missing: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function readAtMost(file: number, size: number, limit: number): Uint8Array | Unreadable {
  // Room for one byte more than there should be tells whether there is more.
  let bytes = Buffer.allocUnsafe(Math.min(size, limit) + 1);
  let length = 0;
  for (;;) {
    const count = readSync(file, bytes, length, bytes.length - length, null);
    length += count;
    if (length > limit) return tooLarge(limit);
    if (count === 0 || length === size) return bytes.subarray(0, length);
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length + blockSize, limit + 1));
  }
}

/** Bytes. */
const blockSize = 4096;
