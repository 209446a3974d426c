/**
 * The only way to read untrusted files. Reads only regular files, since devices never end and pipes block, and at most
 * `limit` bytes: files may grow, and files in /proc report no size. Synchronous, since that is faster for a few files.
 */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { noRegularFile, tooLarge } from '../../core/checks/text/unreadable.js';

/** @returns undefined if the file does not exist or is a folder */
export function readFile(path: string, limit: number): Uint8Array | undefined | Unreadable {
  try {
    const found = statSync(path);
    // Opening a device may have side effects.
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

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** Error codes for missing files and for folders. */
export const missing: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function readAtMost(file: number, size: number, limit: number): Uint8Array | Unreadable {
  // Reserves an extra byte to detect that the file has grown.
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

/** Minimum growth of the buffer, in bytes. */
const blockSize = 4096;
