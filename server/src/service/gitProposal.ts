/** What to propose as a comment, of the repository that a file is in: what was done there last, and where. Pure. */

/** Of the API of VS Code's git extension (extensions/git/src/api/git.d.ts), what is looked at. */
export interface Repository {
  readonly state: { readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined };
  readonly getCommit: (ref: string) => Promise<{ readonly message: string }>;
}

/**
 * `Ten per cent see it (rollout)`; undefined where there is nothing to propose, or nothing in time.
 * @param find the repository; may fail, or never end
 * @param late ends when nobody waits any longer
 */
export async function gitProposal(
  find: () => Promise<Repository | undefined>,
  late: Promise<unknown>,
): Promise<string | undefined> {
  return Promise.race([proposal(find).catch(() => undefined), late.then(() => undefined)]);
}

async function proposal(find: () => Promise<Repository | undefined>): Promise<string | undefined> {
  const repository = await find();
  const { name, commit } = repository?.state.HEAD ?? {};
  if (repository === undefined || commit === undefined) return undefined;
  const [subject = ''] = (await repository.getCommit(commit)).message.trim().split(/\r?\n/, 1);
  if (subject === '') return undefined;
  return name === undefined ? subject : `${subject} (${name})`;
}
