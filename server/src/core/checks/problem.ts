/** What checks find, and what features read of it. */
import type { Range } from 'vscode-languageserver-types';
import type { Claim } from '../analysis/dead/certificate.js';
import type { Span } from '../json/nodes.js';
import type { SyntaxKind } from '../json/read/syntaxProblem.js';
import type { PolicyRule } from '../targeting/rules/policy.js';
import type { ProblemCode, ProductionCode } from './codes.js';

/** What is wrong with a value, a key or a piece of text, wherever it stands. */
export interface Finding {
  readonly code: ProblemCode;
  /** Of a syntax problem, which one: editors differ in what they report themselves. */
  readonly syntax?: SyntaxKind | undefined;
  readonly message: string;
  /** What the same mistake does in FeatureProbe's server, where that is graver. */
  readonly consequence?: { readonly code: ProductionCode; readonly message: string } | undefined;
  /** Answers, the best first. */
  readonly fixes?: readonly Fix[] | undefined;
  /** The rule of the organisation that it breaks. */
  readonly breaks?: BrokenRule | undefined;
  /** What has a certificate (analysis/dead/certificate.ts). */
  readonly claim?: Claim | undefined;
}

export interface BrokenRule {
  readonly rule: PolicyRule;
  /** By name, where the rule is only theirs; undefined where it is that of all environments that the file goes to. */
  readonly environments: readonly string[] | undefined;
}

/** A finding with its offsets. */
export interface SpanProblem extends Finding, Span {
  readonly related?: readonly (Span & { readonly message: string })[];
  /** Said of the file's list of variations, beside the finding. */
  readonly ofVariations?: string;
}

/** A finding with its place in the text. */
export interface Problem extends Finding {
  readonly range: Range;
  readonly related?: readonly { readonly range: Range; readonly message: string }[] | undefined;
}

/**
 * How a problem can be mended, where it stands; features/actions/fixes.ts turns it into edits of the text. A fix that is certain, and
 * its problem's only one, is made unasked: by "fix all", on save and by `check --fix`.
 */
export type Fix =
  | { readonly kind: 'quote'; readonly isCertain?: boolean }
  | { readonly kind: 'replace-value'; readonly json: string; readonly isCertain?: boolean }
  /** One answer for each variation there is. */
  | { readonly kind: 'select-variation' }
  | { readonly kind: 'rename-key'; readonly key: string }
  /** Its own, or the one of that name beside it. */
  | { readonly kind: 'remove-property'; readonly key?: string }
  /** One answer for each variation there is, where a serve is empty. */
  | { readonly kind: 'serve-variation' }
  /** The same, where a rule has no serve. */
  | { readonly kind: 'add-serve' }
  | { readonly kind: 'set-split'; readonly how: 'scale' | 'even'; readonly shares: readonly number[] }
  | { readonly kind: 'move-rule-to-end' }
  | { readonly kind: 'move-rule-above'; readonly rule: number }
  /** It stands in a list, and nobody's value changes without it. */
  | { readonly kind: 'remove-item'; readonly what: 'rule' | 'condition' | 'object' }
  /** Of the object that it stands in, those that are missing or empty. */
  | { readonly kind: 'set-properties'; readonly properties: Readonly<Record<string, unknown>> }
  /** The key of a toggle becomes that of the toggle which was probably meant. */
  | { readonly kind: 'nearest-toggle' }
  | { readonly kind: 'remove-text'; readonly what: 'comment' | 'comma'; readonly isCertain: true };

/** How problems are shown: as LSP names it, or not at all. */
export const severities = ['error', 'warning', 'information', 'hint', 'off'] as const;
export type Severity = (typeof severities)[number];
export type Severities = Readonly<Partial<Record<ProblemCode, Severity>>>;
