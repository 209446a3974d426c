/** The shapes that rules give and features read. */
import type { Path, Span, SyntaxKind } from '../document/nodes.js';
import type { ProblemCode } from './catalogue.js';

/**
 * What a rule finds in plain data: which value, named by its path, is wrong. `at` says whether the value is meant or
 * the key it stands behind.
 */
export interface Finding {
  readonly code: ProblemCode;
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly related?: readonly { readonly path: Path; readonly message: string }[];
  readonly fixes?: readonly Fix[];
}

/** A finding with its place in the text. */
export interface Problem extends Span {
  readonly code: ProblemCode;
  /** Of a syntax problem, which one: editors differ in what they report themselves. */
  readonly syntax?: SyntaxKind;
  readonly message: string;
  readonly related: readonly (Span & { readonly message: string })[];
  readonly fixes: readonly Fix[];
}

/** How a problem can be mended; features/codeActions.ts turns it into edits of the text. */
export type Fix =
  | { readonly kind: 'quote'; readonly path: Path }
  | { readonly kind: 'replace-value'; readonly path: Path; readonly json: string; readonly note?: string }
  | { readonly kind: 'rename-key'; readonly path: Path; readonly key: string }
  | { readonly kind: 'remove-property'; readonly path: Path }
  | { readonly kind: 'remove-text'; readonly what: 'comment' | 'comma'; readonly span: Span };

export const severities = ['error', 'warning', 'information', 'hint', 'off'] as const;
export type Severity = (typeof severities)[number];
export type Severities = Readonly<Partial<Record<ProblemCode, Severity>>>;
