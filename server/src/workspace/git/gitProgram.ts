/**
 * Finds a Git that does not come from a repository: a `git` in the current folder, a relative PATH entry or
 * node_modules/.bin may be an attacker's program. The functions are pure, so every system can test the Windows rules.
 */
import type { PlatformPath } from 'node:path';

export interface ProgramSearch {
  readonly path: Pick<PlatformPath, 'delimiter' | 'isAbsolute' | 'join' | 'parse' | 'sep'>;
  readonly isProgram: (path: string) => boolean;
  /** The path without links, with `/` as the separator; undefined if the path does not exist. */
  readonly realPath: (path: string) => string | undefined;
  /** Real paths of folders whose content is untrusted. */
  readonly excluded: readonly string[];
}

export interface GitProgram {
  /** Absolute path of Git. */
  readonly program: string;
  /** The safe entries of PATH; Git gets no other entries. */
  readonly PATH: string;
}

export function gitProgram(PATH: string | undefined, search: ProgramSearch): GitProgram | undefined {
  const { path, isProgram } = search;
  const isWindows = path.sep === '\\';
  const entries = (PATH ?? '')
    .split(path.delimiter)
    .map((entry) => (isWindows ? entry.replace(/^"(.*)"$/, '$1') : entry))
    // Excludes entries such as `\bin`, which depend on the current drive.
    .filter((entry) => path.isAbsolute(entry) && (!isWindows || path.parse(entry).root.length > 1))
    .filter((entry) => isOutside(entry, search));
  const names = isWindows ? ['git.exe', 'git.com'] : ['git'];
  const program = entries
    .flatMap((entry) => names.map((name) => path.join(entry, name)))
    .find((each) => isProgram(each) && isOutside(each, search));
  return program === undefined ? undefined : { program, PATH: entries.join(path.delimiter) };
}

/** npm adds node_modules/.bin of all parent folders to PATH. An excluded root folder does not exclude its content. */
function isOutside(path: string, { realPath, excluded }: ProgramSearch): boolean {
  const real = realPath(path);
  if (real === undefined || /\/node_modules(?:\/|$)/i.test(real)) return false;
  return !excluded.some((folder) => real === folder || (!folder.endsWith('/') && real.startsWith(`${folder}/`)));
}
