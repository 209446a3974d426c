/** Facts about the surroundings of a file of users or tests. An undefined fact is unknown, and proves nothing. */
import type { Users } from '../../evaluation/users.js';
import type { UsedAttributes } from '../../targeting/asked.js';
import type { ToggleFile } from '../../targeting/toggles.js';

export interface RelatedFiles {
  /** The nearest file of users above the tests; without URI and users if no such file exists. */
  readonly users: (Users & { readonly uri: string | undefined }) | undefined;
  readonly environments: readonly string[] | undefined;
  /** The targeting file under test; null if it does not exist. */
  readonly tested: ToggleFile | null | undefined;
  /** Attributes that conditions look at, in the targeting files that this file of users or tests is for. */
  readonly asked: UsedAttributes | undefined;
}

export const noRelatedFiles: RelatedFiles = {
  users: undefined,
  environments: undefined,
  tested: undefined,
  asked: undefined,
};
