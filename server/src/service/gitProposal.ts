/** Proposes a comment for a committed file, from the last commit and the branch. Pure. */

/** The part of the API of VS Code's Git extension that is used here (extensions/git/src/api/git.d.ts). */
export interface Repository {
  readonly state: { readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined };
  readonly getCommit: (ref: string) => Promise<{ readonly message: string }>;
  /** Rejects if the file is not in the commit. */
  readonly getObjectDetails: (ref: string, path: string) => Promise<unknown>;
  /** Returns the file's diff against HEAD; empty if the file is unchanged or not tracked. */
  readonly diffWithHEAD: (path: string) => Promise<string>;
}

/**
 * Returns a comment such as `Ten per cent see it (rollout)`; undefined if nothing can be proposed in time.
 * @param find finds the repository; may fail or never resolve
 * @param late resolves when a proposal would come too late
 */
export async function gitProposal(
  path: string,
  find: () => Promise<Repository | undefined>,
  late: Promise<unknown>,
): Promise<string | undefined> {
  return Promise.race([proposal(path, find).catch(() => undefined), late.then(() => undefined)]);
}

async function proposal(path: string, find: () => Promise<Repository | undefined>): Promise<string | undefined> {
  const repository = await find();
  const { name, commit } = repository?.state.HEAD ?? {};
  if (repository === undefined || commit === undefined) return undefined;
  const [{ message }, difference] = await Promise.all([
    repository.getCommit(commit),
    repository.diffWithHEAD(path),
    repository.getObjectDetails(commit, path),
  ]);
  const [subject = ''] = message.trim().split(/\r?\n/, 1);
  // If the file has changed after the commit, the commit does not describe it.
  if (subject === '' || difference !== '') return undefined;
  return name === undefined ? subject : `${subject} (${name})`;
}
