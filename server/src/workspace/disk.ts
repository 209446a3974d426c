/**
 * What a search for files needs of a disk. Synchronous: a few files in a row are read faster than their promises are made,
 * and who reads many stops between them (background.ts). What cannot be listed is empty.
 */
import type { Dirent } from 'node:fs';
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Unreadable } from '../checks/unreadable.js';
import { readFile } from './readFile.js';

export interface Disk {
  readonly list: (folderUri: string) => readonly DiskEntry[];
  /** @param limit in bytes */
  readonly read: (fileUri: string, limit: number) => FileText;
  /** A path without links, with `/`; undefined when there is nothing. */
  readonly realPath: (uri: string) => string | undefined;
  /** Of a link, not of what it leads to; undefined when there is nothing. The same for all where nobody owns files. */
  readonly ownerOf: (uri: string) => number | undefined;
  /** False as well when there is nothing. */
  readonly isRegularFile: (uri: string) => boolean;
}

/** The text of a file, undefined when there is none, or why it cannot be read. */
export type FileText = string | undefined | Unreadable;

export interface DiskEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link to a folder';
}

export const disk: Disk = {
  list: (uri) =>
    whereReadable([], () => {
      const folder = fileURLToPath(uri);
      return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        kind: kindOf(folder, entry),
      }));
    }),
  read: (uri, limit) =>
    whereReadable(undefined, () => {
      const bytes = readFile(fileURLToPath(uri), limit);
      // As editors do, which count characters without a byte order mark.
      return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : bytes;
    }),
  realPath: (uri) => whereReadable(undefined, () => realpathSync.native(fileURLToPath(uri)).replaceAll(sep, '/')),
  ownerOf: (uri) => whereReadable(undefined, () => lstatSync(fileURLToPath(uri)).uid),
  isRegularFile: (uri) => whereReadable(false, () => statSync(fileURLToPath(uri)).isFile()),
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
