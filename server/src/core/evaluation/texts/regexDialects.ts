/** Parts of regular expressions that the engines of some SDKs cannot compile (evaluation.md 8). */
import type { Evaluators } from '../sdks/sdks.js';
import { go, java, node, none, python, rust } from '../sdks/sdks.js';

interface Dialect {
  readonly form: RegExp;
  readonly refusedBy: Evaluators;
}

/** Syntax that may follow the opening parenthesis of a group. */
export const groups: readonly Dialect[] = [
  { form: /^\?:/, refusedBy: none },
  // Look-around assertions.
  { form: /^\?<?[=!]/, refusedBy: rust | go },
  // Inline flags for the rest of the expression, in a group without content.
  { form: /^\?[ims]{1,3}(?=\))/, refusedBy: node },
  // Names of groups, limited to ASCII letters and digits, which all engines with this syntax accept.
  { form: /^\?P<[A-Za-z][A-Za-z\d]{0,80}>/, refusedBy: node | java },
  { form: /^\?<[A-Za-z][A-Za-z\d]{0,80}>/, refusedBy: python },
];

/** Syntax that may follow a backslash outside a character set. */
export const escapes: readonly Dialect[] = [
  // Back-references.
  { form: /^[1-9]/, refusedBy: rust | go },
  { form: /^[pP](?:[A-Z]|\{[A-Za-z]{1,40}\})/, refusedBy: python },
  { form: /^u[\dA-Fa-f]{4}/, refusedBy: go },
];

/** Matches the first character of the escapes above: a quick check, because most escapes are of other kinds. */
export const isDialectEscape = /^[1-9pPu]$/;
