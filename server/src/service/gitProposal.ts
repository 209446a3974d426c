/** What to propose as a comment of a file that is committed as it is: what was done last in its repository, and where. Pure. */

/** Of the API of VS Code's git extension (extensions/git/src/api/git.d.ts), what is looked at. */
export interface Repository {
  readonly state: { readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined };
  readonly getCommit: (ref: string) => Promise<{ readonly message: string }>;
  /** Rejects for a file that is not in the commit. */
  readonly getObjectDetails: (ref: string, path: string) => Promise<unknown>;
  /** Empty for a file that is as it was committed, or that Git does not know. */
  readonly diffWithHEAD: (path: string) => Promise<string>;
}

/**
 * `Ten per cent see it (rollout)`; undefined where there is nothing to propose, or nothing in time.
 * @param path of the file
 * @param find the repository; may fail, or never end
 * @param late ends when nobody waits any longer
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
  // The commit does not describe what was changed after it.
  if (subject === '' || difference !== '') return undefined;
  return name === undefined ? subject : `${subject} (${name})`;
}
