/** What Git lists below a folder. It reads its index and the names in the folders, and starts nothing. */
import { fileURLToPath } from 'node:url';
import { decoded } from '../encoding.js';
import type { GitMachine, GitStart } from '../repository.js';
import { gitCommand } from '../repository.js';

/** Starts Git without waiting for it; undefined where it fails. */
export type GitLater = (args: readonly string[], start: GitStart) => Promise<Uint8Array | undefined>;

export async function gitFiles(
  folderUri: string,
  machine: GitMachine,
  startLater: GitLater,
): Promise<readonly string[] | undefined> {
  const command = gitCommand(fileURLToPath(folderUri), machine);
  if (command === undefined) return undefined;
  const printed = await startLater(...command(['ls-files', '-z', '--cached', '--others', '--exclude-standard']));
  return printed && decoded(printed).split('\0').slice(0, -1);
}
