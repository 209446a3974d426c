/** What is known beside a file of users or of tests. What is undefined is not known, and nothing is concluded from it. */
import type { Users } from '../../evaluation/users.js';
import type { Asked } from '../../targeting/asked.js';
import type { ToggleFile } from '../../targeting/toggles.js';

export interface FilesBeside {
  /** The nearest file of users above tests. Where there is none, it has no URI and no users. */
  readonly users: (Users & { readonly uri: string | undefined }) | undefined;
  /** The names of the config's environments. */
  readonly environments: readonly string[] | undefined;
  /** The targeting file that is tested; null where there is none. */
  readonly tested: ToggleFile | null | undefined;
  /** What the targeting files look at that a file of users, or of tests, is for. */
  readonly asked: Asked | undefined;
}

export const nothingKnown: FilesBeside = {
  users: undefined,
  environments: undefined,
  tested: undefined,
  asked: undefined,
};
