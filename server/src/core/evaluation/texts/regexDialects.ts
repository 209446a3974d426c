/** Parts of regular expressions that the engines of some SDKs cannot compile (evaluation.md 8). */
import type { Evaluators } from '../sdks/sdks.js';
import { go, java, node, none, python, rust } from '../sdks/sdks.js';

interface Dialect {
  readonly form: RegExp;
  readonly refusedBy: Evaluators;
}

/** What may stand behind the bracket that opens a group. */
export const groups: readonly Dialect[] = [
  { form: /^\?:/, refusedBy: none },
  // Look-around.
  { form: /^\?<?[=!]/, refusedBy: rust | go },
  // Inline flags, for all that follows: the group is empty then.
  { form: /^\?[ims]{1,3}(?=\))/, refusedBy: node },
  // Names, of letters and digits as all take them that take any.
  { form: /^\?P<[A-Za-z][A-Za-z\d]{0,80}>/, refusedBy: node | java },
  { form: /^\?<[A-Za-z][A-Za-z\d]{0,80}>/, refusedBy: python },
];

/** What may stand behind a backslash, out of a set of characters. */
export const escapes: readonly Dialect[] = [
  // Back-references.
  { form: /^[1-9]/, refusedBy: rust | go },
  { form: /^[pP](?:[A-Z]|\{[A-Za-z]{1,40}\})/, refusedBy: python },
  { form: /^u[\dA-Fa-f]{4}/, refusedBy: go },
];

/** How they begin: expressions are mostly escapes of another kind. */
export const isDialectEscape = /^[1-9pPu]$/;
