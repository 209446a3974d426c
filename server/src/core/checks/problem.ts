/** Problems that checks find and features show, and the fixes for the problems. */
import type { Range } from 'vscode-languageserver-types';
import type { Claim } from '../analysis/dead/certificate.js';
import type { Span } from '../json/nodes.js';
import type { SyntaxKind } from '../json/read/syntaxProblem.js';
import type { PolicyRule } from '../targeting/rules/policy.js';
import type { ProblemCode, ProductionCode } from './codes.js';

/** A mistake in a value, a key or a piece of text, without the position of the mistake. */
export interface Finding {
  readonly code: ProblemCode;
  /** The kind of a syntax problem. Some editors report certain kinds themselves. */
  readonly syntax?: SyntaxKind | undefined;
  readonly message: string;
  /** The consequence for FeatureProbe's server, if it is more severe than the finding. */
  readonly consequence?: { readonly code: ProductionCode; readonly message: string } | undefined;
  /** Possible fixes, with the best fix first. */
  readonly fixes?: readonly Fix[] | undefined;
  readonly breaks?: BrokenRule | undefined;
  /** The claim that analysis/dead/certificate.ts can prove. */
  readonly claim?: Claim | undefined;
}

export interface BrokenRule {
  readonly rule: PolicyRule;
  /** The names of the environments with this rule; undefined if all environments of the file have it. */
  readonly environments: readonly string[] | undefined;
}

export interface SpanProblem extends Finding, Span {
  readonly related?: readonly (Span & { readonly message: string })[];
  readonly ofVariations?: string;
}

export interface Problem extends Finding {
  readonly range: Range;
  readonly related?: readonly { readonly range: Range; readonly message: string }[] | undefined;
}

/**
 * A way to fix a problem; features/actions/fixes.ts computes the edits. If the only fix is certain, it is applied
 * without asking: by "fix all", on save and by `check --fix`.
 */
export type Fix =
  | { readonly kind: 'quote'; readonly isCertain?: boolean }
  | { readonly kind: 'replace-value'; readonly json: string; readonly isCertain?: boolean }
  /** Changes a `select`; offers one fix per variation. */
  | { readonly kind: 'select-variation' }
  | { readonly kind: 'rename-key'; readonly key: string }
  /** Removes the marked property, or the property `key` of the same object. */
  | { readonly kind: 'remove-property'; readonly key?: string }
  /** Fills an empty serve; offers one fix per variation. */
  | { readonly kind: 'serve-variation' }
  /** Adds the serve that a rule lacks; offers one fix per variation. */
  | { readonly kind: 'add-serve' }
  | { readonly kind: 'set-split'; readonly how: 'scale' | 'even'; readonly shares: readonly number[] }
  | { readonly kind: 'move-rule-to-end' }
  | { readonly kind: 'move-rule-above'; readonly rule: number }
  /** Removes a list item that affects no user's value. */
  | { readonly kind: 'remove-item'; readonly what: 'rule' | 'condition' | 'object' }
  /** Sets missing or empty properties of the enclosing object. */
  | { readonly kind: 'set-properties'; readonly properties: Readonly<Record<string, unknown>> }
  /** Replaces the key of a toggle with the existing key that was probably meant. */
  | { readonly kind: 'nearest-toggle' }
  | { readonly kind: 'remove-text'; readonly what: 'comment' | 'comma'; readonly isCertain: true };

/** LSP's severities, and `off` for problems that are not shown. */
export const severities = ['error', 'warning', 'information', 'hint', 'off'] as const;
export type Severity = (typeof severities)[number];
export type Severities = Readonly<Partial<Record<ProblemCode, Severity>>>;
