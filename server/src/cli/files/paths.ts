/** Paths to print: relative, with `/`, and in the same order on every machine. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { configFileName, targetingEnding, testsEnding, usersFileName } from '../../core/targeting/fileNames.js';
import { pathOf, uriOf } from '../../workspace/disk/paths.js';
import { spelled } from '../../workspace/disk/spelling.js';
import type { World } from '../world.js';

/** @returns the URI of a place, spelled as on disk */
export function uriAt(place: string, { folder, disk }: Pick<World, 'folder' | 'disk'>): string {
  return spelled(uriOf(resolve(folder, place)), disk);
}

/** @returns the path to print: with `../` for a path outside of the folder, absolute for a path on another drive */
export function shownPath(path: string, folder: string): string {
  const shown = relative(folder, path);
  return (shown === '' ? '.' : shown).split(sep).join('/');
}

export function shownUri(uri: string, folder: string): string {
  return shownPath(pathOf(uri), folder);
}

/** The root for paths in reports: GitHub Actions resolves paths from the checkout's root, not the current folder. */
export function reportRoot(folder: string, checkout: string | undefined): string {
  if (checkout === undefined || !isAbsolute(checkout)) return folder;
  return isBelow(relative(resolve(checkout), folder)) ? resolve(checkout) : folder;
}

export function isBelow(relativePath: string): boolean {
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

/** Whether the editor checks files with this name. */
export function isFileOfOurs(name: string): boolean {
  return (
    [targetingEnding, testsEnding].some((ending) => name.endsWith(ending)) ||
    [configFileName, usersFileName].includes(name)
  );
}

export function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
