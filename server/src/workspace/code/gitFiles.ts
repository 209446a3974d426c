/** Lists a repository's files with a Git command that starts no other program. */
import { decoded } from '../../core/checks/text/encoding.js';
import { pathOf } from '../disk/paths.js';
import type { GitMachine, GitStart } from '../git/repository.js';
import { gitCommand, gitIn } from '../git/repository.js';

/** Runs Git asynchronously. Returns undefined if it fails. */
export type GitLater = (args: readonly string[], start: GitStart) => Promise<Uint8Array | undefined>;

export async function gitFiles(
  folderUri: string,
  machine: GitMachine,
  startLater: GitLater,
): Promise<readonly string[] | undefined> {
  const command = gitCommand(pathOf(folderUri), machine);
  return typeof command === 'string' ? undefined : pathsIn(await startLater(...command(listing)));
}

/** Synchronous version of `gitFiles`. */
export function gitFilesNow(folderUri: string, machine: GitMachine): readonly string[] | undefined {
  const git = gitIn(pathOf(folderUri), machine);
  return typeof git === 'string' ? undefined : pathsIn(git(listing));
}

const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];

function pathsIn(printed: Uint8Array | undefined): readonly string[] | undefined {
  return printed && decoded(printed).split('\0').slice(0, -1);
}
