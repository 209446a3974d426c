/** Parts of regular expressions that the engines of some SDKs cannot compile (evaluation.md 8). */
import type { Evaluators } from '../sdks/sdks.js';
import { go, java, node, none, python, rust } from '../sdks/sdks.js';

interface Dialect {
  readonly form: RegExp;
  readonly refusedBy: Evaluators;
}

/** Allowed after the opening bracket of a group. */
export const groups: readonly Dialect[] = [
  { form: /^\?:/, refusedBy: none },
  // Look-around.
  { form: /^\?<?[=!]/, refusedBy: rust | go },
  // Inline flags for the rest of the expression: the group is empty.
  { form: /^\?[ims]{1,3}(?=\))/, refusedBy: node },
  // Names of ASCII letters and digits, which every engine with named groups accepts.
  { form: /^\?P<[A-Za-z][A-Za-z\d]{0,80}>/, refusedBy: node | java },
  { form: /^\?<[A-Za-z][A-Za-z\d]{0,80}>/, refusedBy: python },
];

/** Allowed after a backslash, outside a set of characters. */
export const escapes: readonly Dialect[] = [
  // Back-references.
  { form: /^[1-9]/, refusedBy: rust | go },
  { form: /^[pP](?:[A-Z]|\{[A-Za-z]{1,40}\})/, refusedBy: python },
  { form: /^u[\dA-Fa-f]{4}/, refusedBy: go },
];

/** The first characters of these escapes, for a quick check: most escapes are of other kinds. */
export const isDialectEscape = /^[1-9pPu]$/;
