/**
 * Finds Git where no repository can put it: a `git` in the current folder, in a relative entry of PATH or in node_modules/.bin
 * is a program of whoever wrote the repository. Pure, so that Windows is tested everywhere.
 */
import type { PlatformPath } from 'node:path';

export interface ProgramSearch {
  readonly path: Pick<PlatformPath, 'delimiter' | 'isAbsolute' | 'join' | 'parse' | 'sep'>;
  /** Whether a path is a file that can be started. */
  readonly isProgram: (path: string) => boolean;
  /** A path without links, with `/`; undefined if nothing is there. */
  readonly realPath: (path: string) => string | undefined;
  /** Real paths of the folders that hold the work of others. */
  readonly excluded: readonly string[];
}

export interface GitProgram {
  /** Absolute. */
  readonly program: string;
  /** The entries of PATH that count, which is all that Git gets of it. */
  readonly PATH: string;
}

export function gitProgram(PATH: string | undefined, search: ProgramSearch): GitProgram | undefined {
  const { path, isProgram } = search;
  const isWindows = path.sep === '\\';
  const entries = (PATH ?? '')
    .split(path.delimiter)
    .map((entry) => (isWindows ? entry.replace(/^"(.*)"$/, '$1') : entry))
    // `\bin` is on the current drive.
    .filter((entry) => path.isAbsolute(entry) && (!isWindows || path.parse(entry).root.length > 1))
    .filter((entry) => isOutside(entry, search));
  const names = isWindows ? ['git.exe', 'git.com'] : ['git'];
  const program = entries
    .flatMap((entry) => names.map((name) => path.join(entry, name)))
    .find((each) => isProgram(each) && isOutside(each, search));
  return program === undefined ? undefined : { program, PATH: entries.join(path.delimiter) };
}

/**
 * npm puts node_modules/.bin of all folders above into PATH. A project at the root of a disk holds every program of the system: there, only the
 * root itself is left out.
 */
function isOutside(path: string, { realPath, excluded }: ProgramSearch): boolean {
  const real = realPath(path);
  if (real === undefined || /\/node_modules(?:\/|$)/i.test(real)) return false;
  return !excluded.some((folder) => real === folder || (!folder.endsWith('/') && real.startsWith(`${folder}/`)));
}
