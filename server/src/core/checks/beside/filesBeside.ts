/** Facts about the files that are related to a file of users or tests. An undefined fact is unknown. */
import type { Users } from '../../evaluation/users.js';
import type { UsedAttributes } from '../../targeting/asked.js';
import type { ToggleFile } from '../../targeting/toggles.js';

export interface RelatedFiles {
  /** The nearest file of users above the tests; without URI and users if no such file exists. */
  readonly users: (Users & { readonly uri: string | undefined }) | undefined;
  readonly environments: readonly string[] | undefined;
  /** The targeting file under test; null if it does not exist. */
  readonly tested: ToggleFile | null | undefined;
  /** The attributes in the conditions of the targeting files that this file of users or tests belongs to. */
  readonly asked: UsedAttributes | undefined;
}

export const noRelatedFiles: RelatedFiles = {
  users: undefined,
  environments: undefined,
  tested: undefined,
  asked: undefined,
};
