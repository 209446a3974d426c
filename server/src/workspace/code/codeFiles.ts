/** Finds a config's code files: those that Git tracks or does not ignore; without Git, all but packages. */
import { isSearched } from '../../core/code/lexer/languages.js';
import type { Bounds } from '../disk/bounds.js';
import type { Disk } from '../disk/disk.js';
import { matchesPattern } from '../../core/targeting/rules/fileGlob.js';
import type { CodeConfig } from '../config/config.js';
import { FolderWalk } from '../disk/folderWalk.js';
import { decoded, encodedName, folderOf, nameOf } from '../disk/uris.js';

export interface CodeFilesOptions {
  readonly disk: Disk;
  readonly bounds: Pick<Bounds, 'mayBeNamedBy'>;
  /** Relative paths of the files that Git lists below a folder; undefined if Git or the repository is missing. */
  readonly listed: (folderUri: string) => Promise<readonly string[] | undefined>;
  readonly pause: () => Promise<void>;
}

/** Limit for a search without Git, since a config may name any folder. */
export const MAX_WALKED_FILES = 200_000;

/** Distinct URIs of code files. @param configUri of the config with `include` */
export async function codeFiles(
  configUri: string,
  { include = ['*'] }: Pick<CodeConfig, 'include'>,
  options: CodeFilesOptions,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const mayRead = options.bounds.mayBeNamedBy(configUri);
  for (const pattern of include.filter((each) => mayRead(namedIn(folderOf(configUri), each)))) {
    const { folder, below } = placeOf(folderOf(configUri), pattern);
    for (const name of (await options.listed(folder)) ?? (await walked(folder, options))) {
      if (!isSearched(name) || !matches(below, name)) continue;
      await options.pause();
      // Paths from Git may lead out of the folder by `..` or a link.
      const uri = `${folder}/${name.split('/').map(encodedName).join('/')}`;
      if (mayRead(uri)) found.add(uri);
    }
  }
  return [...found];
}

/** True if `codeFiles` would find the file, provided that Git lists it. */
export function isCodeFile(uri: string, configUri: string, { include = ['*'] }: Pick<CodeConfig, 'include'>): boolean {
  if (!isSearched(nameOf(uri))) return false;
  return include.some((pattern) => {
    const { folder, below } = placeOf(folderOf(configUri), pattern);
    const name = uri.startsWith(`${folder}/`) ? decoded(uri.slice(folder.length + 1)) : undefined;
    return name !== undefined && matches(below, name);
  });
}

/** Splits a pattern into the folder without `*` and the remaining pattern. */
function placeOf(folderUri: string, pattern: string): { readonly folder: string; readonly below: string } {
  const names = pattern.replace(/\/$/, '').split('/');
  const first = names.findIndex((name) => name.includes('*'));
  const start = first === -1 ? names.length - 1 : first;
  return { folder: folderAt(folderUri, names.slice(0, start).join('/')), below: names.slice(start).join('/') };
}

/** The file or folder before the first `*` of a pattern. */
export function namedIn(folderUri: string, pattern: string): string {
  const first = pattern.indexOf('*');
  return folderAt(folderUri, first === -1 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', first) + 1));
}

/** A pattern that matches a folder also matches all files in it. */
function matches(below: string, name: string): boolean {
  return matchesPattern(below, name) || matchesPattern(`${below}/*`, name);
}

export function folderAt(folderUri: string, path: string): string {
  let folder = folderUri;
  for (const name of path.split('/').filter((each) => each !== '.' && each !== ''))
    folder = name === '..' ? folderOf(folder) : `${folder}/${encodedName(name)}`;
  return folder;
}

async function walked(folder: string, { disk, pause }: CodeFilesOptions): Promise<readonly string[]> {
  const walk = new FolderWalk({ disk, isWanted: isSearched, mayFollow: () => false });
  walk.add(folder);
  const names: string[] = [];
  while (!walk.isDone && names.length < MAX_WALKED_FILES) {
    await pause();
    for (const file of walk.next()) names.push(file.names.join('/'));
  }
  return names;
}
