/** The organization's rules: where the config defines a rule, and which rules a file breaks. */
import type { Range } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';

export interface RuleParams {
  /** The URI of a targeting file. */
  readonly uri: string;
  readonly rule: string;
  readonly environment?: string;
}

export interface PlaceOfRule {
  readonly uri: string;
  readonly range: Range;
  /** The rule's text in the config, on one line and truncated. */
  readonly text: string;
}

/** Returns the place of a rule in the config; null if the config does not have the rule. */
export const ruleRequest = new RequestType<RuleParams, PlaceOfRule | null, void>('toggleTargeting/rule');

export interface BrokenRulesParams {
  readonly uri: string;
}

export interface BrokenRuleInFile {
  /** An error blocks a push; a warning requires a confirmation. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly place: PlaceOfRule;
}

/** Returns the rules that an open targeting file breaks, without duplicates; null if the file is not open. */
export const brokenRulesRequest = new RequestType<BrokenRulesParams, readonly BrokenRuleInFile[] | null, void>(
  'toggleTargeting/brokenRules',
);
