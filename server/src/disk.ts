/**
 * What a search for files needs of a disk. Synchronous: a few files in a row are read faster than their promises are made,
 * and who reads many stops between them (background.ts). What cannot be read is not there.
 */
import type { Dirent } from 'node:fs';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Disk {
  readonly list: (folderUri: string) => readonly DiskEntry[];
  readonly read: (fileUri: string) => string | undefined;
  /** A path without links, with `/`; undefined when there is nothing. */
  readonly realPath: (uri: string) => string | undefined;
}

export interface DiskEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link to a folder';
}

/** In bytes; four times what the service takes. */
const largest = 4 * 1024 * 1024;

export const disk: Disk = {
  list: (uri) =>
    whereReadable([], () => {
      const folder = fileURLToPath(uri);
      return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        kind: kindOf(folder, entry),
      }));
    }),
  read: (uri) =>
    whereReadable(undefined, () => {
      const path = fileURLToPath(uri);
      const stat = statSync(path);
      // A pipe would be waited for.
      if (!stat.isFile() || stat.size > largest) return undefined;
      // As editors do, who count characters without it.
      return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    }),
  realPath: (uri) => whereReadable(undefined, () => realpathSync.native(fileURLToPath(uri)).replaceAll(sep, '/')),
};

function kindOf(folder: string, entry: Dirent): DiskEntry['kind'] {
  if (entry.isDirectory()) return 'folder';
  if (!entry.isSymbolicLink()) return 'file';
  const isFolder = whereReadable(false, () => statSync(join(folder, entry.name)).isDirectory());
  return isFolder ? 'link to a folder' : 'file';
}

function whereReadable<T>(otherwise: T, look: () => T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
