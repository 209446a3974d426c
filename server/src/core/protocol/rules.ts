/** Rules of the organisation: where the config defines them, and which of them a file breaks. */
import type { Range } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';

export interface RuleParams {
  /** A targeting file. */
  readonly uri: string;
  readonly rule: string;
  readonly environment?: string;
}

export interface PlaceOfRule {
  readonly uri: string;
  readonly range: Range;
  /** The rule as the config writes it, on one line and truncated. */
  readonly text: string;
}

/** Returns null if the config does not have the rule. */
export const ruleRequest = new RequestType<RuleParams, PlaceOfRule | null, void>('toggleTargeting/rule');

export interface BrokenRulesParams {
  readonly uri: string;
}

export interface BrokenRuleInFile {
  /** An error blocks a push, a warning asks for confirmation. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly place: PlaceOfRule;
}

/** Returns each broken rule of an open targeting file once; null if the server does not have it open. */
export const brokenRulesRequest = new RequestType<BrokenRulesParams, readonly BrokenRuleInFile[] | null, void>(
  'toggleTargeting/brokenRules',
);
