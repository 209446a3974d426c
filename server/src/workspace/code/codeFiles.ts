/** Finds a config's code files: with Git, tracked and unignored files; without Git, all files except `node_modules`. */
import { isSearched } from '../../core/code/lexer/languages.js';
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import type { Bounds } from '../disk/bounds.js';
import type { Disk } from '../disk/disk.js';
import { matchesPattern } from '../../core/targeting/rules/fileGlob.js';
import type { CodeConfig } from '../config/config.js';
import { FolderWalk } from '../disk/folderWalk.js';
import { missing } from '../disk/readFile.js';
import { decoded, encodedName, folderOf, nameOf } from '../disk/uris.js';

export interface CodeFilesOptions {
  readonly disk: Disk;
  readonly bounds: Pick<Bounds, 'mayBeNamedBy'>;
  /** Relative paths of the files below a folder that Git lists; undefined if Git or the repository is missing. */
  readonly listed: (folderUri: string) => Promise<readonly string[] | undefined>;
  readonly pause: () => Promise<void>;
}

/** Maximum number of files found without Git, since a config may name any folder. */
export const MAX_WALKED_FILES = 200_000;

export interface CodePaths extends Pick<CodeConfig, 'include'> {
  /** The folder of the code, to which `include` is relative; by default, the config's folder. */
  readonly root?: string;
}

export interface CodeFiles {
  /** The distinct URIs of the code files that a config includes. */
  readonly uris: readonly string[];
  /** The patterns that match no code file; without those for which not all files could be listed. */
  readonly unmatched: readonly string[];
}

export async function codeFiles(configUri: string, paths: CodePaths, options: CodeFilesOptions): Promise<CodeFiles> {
  const found = new Set<string>();
  const unmatched = new Set<string>();
  const mayRead = options.bounds.mayBeNamedBy(configUri);
  for (const { pattern, folder, below } of placesOf(configUri, paths, mayRead)) {
    const { names, areAll } = await filesIn(folder, options);
    if (areAll) unmatched.add(pattern);
    for (const name of names) {
      if (!isSearched(name) || !matches(below, name)) continue;
      unmatched.delete(pattern);
      await options.pause();
      // A path from Git may lead out of the folder through `..` or a link.
      const uri = `${folder}/${name.split('/').map(encodedName).join('/')}`;
      if (mayRead(uri)) found.add(uri);
    }
  }
  return { uris: [...found], unmatched: [...unmatched] };
}

/** True if `codeFiles` would find the file, provided that Git lists it. */
export function isCodeFile(uri: string, configUri: string, paths: CodePaths): boolean {
  if (!isSearched(nameOf(uri))) return false;
  return placesOf(configUri, paths).some(({ folder, below }) => {
    const name = uri.startsWith(`${folder}/`) ? decoded(uri.slice(folder.length + 1)) : undefined;
    return name !== undefined && matches(below, name);
  });
}

/** Patterns for the subfolders of the config's folder and of its parent. Skips a folder that is out of bounds. */
export function foldersNear(
  configUri: string,
  bounds: CodeFilesOptions['bounds'],
  disk: Pick<Disk, 'list'>,
): readonly string[] {
  const [own, mayName] = [folderOf(configUri), bounds.mayBeNamedBy(configUri)];
  return [own, folderOf(own)].filter(mayName).flatMap((folder, above) => {
    const found = disk.list(folder);
    const folders = 'unreadable' in found ? [] : found.filter(({ kind, name }) => kind === 'folder' && !isHidden(name));
    return folders.map(({ name }) => `${'../'.repeat(above)}${name}/**`).sort();
  });
}

const isHidden = (name: string) => name.startsWith('.') || name === 'node_modules';

function placesOf(
  configUri: string,
  { include = ['*'], root }: CodePaths,
  isWanted: (uri: string) => boolean = () => true,
): readonly ReturnType<typeof placeOf>[] {
  const from = root ?? folderOf(configUri);
  return include.filter((each) => isWanted(namedIn(from, each))).map((each) => placeOf(from, each));
}

/** Splits a pattern into the fixed folder at its start and the remaining pattern. */
function placeOf(folderUri: string, pattern: string) {
  const names = pattern.replace(/\/$/, '').split('/');
  const first = names.findIndex((name) => name.includes('*'));
  const start = first === -1 ? names.length - 1 : first;
  return { pattern, folder: folderAt(folderUri, names.slice(0, start).join('/')), below: names.slice(start).join('/') };
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

async function filesIn(folder: string, { disk, listed, pause }: CodeFilesOptions) {
  const known = await listed(folder);
  if (known !== undefined) return { names: known, areAll: true };
  const reasons: string[] = [];
  const unreadable = (_: string, reason: Unreadable) => void reasons.push(reason.unreadable);
  const walk = new FolderWalk({ disk, isWanted: isSearched, mayFollow: () => false, unreadable });
  walk.add(folder);
  const names: string[] = [];
  while (!walk.isDone && names.length < MAX_WALKED_FILES) {
    await pause();
    for (const file of walk.next()) names.push(file.names.join('/'));
  }
  return { names, areAll: walk.isDone && reasons.every((each) => missing.has(each)) };
}
