/**
 * What a search for files needs of a disk. Synchronous: a few files in a row are read faster than their promises are made,
 * and who reads many stops between them (workspaceFiles.ts).
 */
import type { Dirent, Stats } from 'node:fs';
import { accessSync, constants, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import * as path from 'node:path';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { textIn } from '../../core/checks/text/encoding.js';
import { shareBehind } from '../services/network.js';
import { pathOf } from './paths.js';
import { codeOf, missing, readFile } from './readFile.js';

export interface Disk {
  readonly list: (folderUri: string) => readonly DiskEntry[] | Unreadable;
  /** The kind of a link's target; on Windows, `missing` if the target is on another machine. */
  readonly kindOf: (uri: string) => FileKind | 'missing' | Unreadable;
  /** @param limit in bytes */
  readonly read: (fileUri: string, limit: number) => FileText;
  /** A path without links, with `/`; undefined when there is nothing. */
  readonly realPath: (uri: string) => string | undefined;
  /** Of a link, not of what it leads to; undefined when there is nothing. The same for all where nobody owns files. */
  readonly ownerOf: (uri: string) => number | undefined;
}

/** The text of a file, undefined when there is none, or why it cannot be read. */
export type FileText = string | undefined | Unreadable;

export type FileKind = 'file' | 'folder' | 'other';

export interface DiskEntry {
  readonly name: string;
  readonly kind: FileKind | 'link';
}

export const disk: Disk = {
  list: (uri) =>
    attempt<ReturnType<Disk['list']>>(
      () => readdirSync(pathOf(uri), { withFileTypes: true }).map(entryOf),
      (code) => ({ unreadable: code }),
    ),
  kindOf: (uri) =>
    attempt<ReturnType<Disk['kindOf']>>(
      () => (shareOf(uri) === undefined ? kindOf(statSync(pathOf(uri))) : 'missing'),
      (code) => (missing.has(code) ? 'missing' : { unreadable: code }),
    ),
  read: (uri, limit) =>
    attempt(() => {
      const bytes = readFile(pathOf(uri), limit);
      return bytes instanceof Uint8Array ? textIn(bytes) : bytes;
    }, nothing),
  realPath: (uri) =>
    attempt(() => (shareOf(uri) ?? realpathSync.native(pathOf(uri))).replaceAll(path.sep, '/'), nothing),
  ownerOf: (uri) => attempt(() => lstatSync(pathOf(uri)).uid, nothing),
};

/** Whether a path is a regular file that can be started. */
export function isProgram(file: string): boolean {
  return attempt(
    () => {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    },
    () => false,
  );
}

/** The share of another machine that a link leads to, which is not asked anything. */
function shareOf(uri: string): string | undefined {
  return path.sep === '/' ? undefined : shareBehind(pathOf(uri), linkAt, path);
}

function linkAt(file: string): string | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(file) : undefined;
}

function entryOf(entry: Dirent): DiskEntry {
  return { name: entry.name, kind: entry.isSymbolicLink() ? 'link' : kindOf(entry) };
}

function kindOf(stats: Stats | Dirent): FileKind {
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

function attempt<T>(look: () => T, failed: (code: string) => T): T {
  try {
    return look();
  } catch (error) {
    return failed(codeOf(error));
  }
}

function nothing(): undefined {
  return undefined;
}
