/** Synchronous disk access, which is faster for a few files. Long searches work in small steps (workspaceFiles.ts). */
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
  /** The kind after following links; on Windows, `missing` if the target is on another machine. */
  readonly kindOf: (uri: string) => FileKind | 'missing' | Unreadable;
  /** Reads a text file. @param limit in bytes */
  readonly read: (fileUri: string, limit: number) => FileText;
  /** The path without links, with `/` as the separator; undefined if the path does not exist. */
  readonly realPath: (uri: string) => string | undefined;
  /** The owner of a file, or of a link itself; undefined if the path is missing. Constant on systems without owners. */
  readonly ownerOf: (uri: string) => number | undefined;
}

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

export function isProgram(file: string): boolean {
  return attempt(
    () => {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    },
    () => false,
  );
}

/** The share on another machine to which a link leads. The share is not accessed. */
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
