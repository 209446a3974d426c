/** Facts about the files that are related to a users file, test file or config. Unknown facts are undefined. */
import type { Users } from '../../evaluation/users.js';
import type { UsedAttributes } from '../../targeting/asked.js';
import type { ToggleFile } from '../../targeting/toggles.js';

export interface RelatedFiles {
  /** The users file that applies to the tests; if it does not exist, the URI is undefined and the list is empty. */
  readonly users: (Users & { readonly uri: string | undefined }) | undefined;
  readonly environments: readonly string[] | undefined;
  /** The targeting file under test; null if it does not exist. */
  readonly tested: ToggleFile | null | undefined;
  /** The attributes in the conditions of the targeting files to which the users file or test file belongs. */
  readonly asked: UsedAttributes | undefined;
  /** The paths of `include` in a config that match no code file. */
  readonly unmatched?: readonly string[] | undefined;
}

export const noRelatedFiles: RelatedFiles = {
  users: undefined,
  environments: undefined,
  tested: undefined,
  asked: undefined,
};
