/** Rules of the organisation: where the config says one, and which of them a file breaks. */
import type { Range } from 'vscode-languageserver-types';
import { RequestType } from 'vscode-languageserver-protocol';

export interface RuleParams {
  /** Of a targeting file. */
  readonly uri: string;
  /** As the config names it. */
  readonly rule: string;
  /** By its name in the config. */
  readonly environment?: string;
}

export interface PlaceOfRule {
  /** Of the config. */
  readonly uri: string;
  readonly range: Range;
  /** As the config writes it, on one line and cut. */
  readonly text: string;
}

/** Null where the config has no such rule. */
export const ruleRequest = new RequestType<RuleParams, PlaceOfRule | null, void>('toggleTargeting/rule');

export interface BrokenRulesParams {
  readonly uri: string;
}

export interface BrokenRuleInFile {
  /** An error refuses a push, a warning is asked about. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly place: PlaceOfRule;
}

/** Of an open targeting file, each once; null where the server does not have it open. */
export const brokenRulesRequest = new RequestType<BrokenRulesParams, readonly BrokenRuleInFile[] | null, void>(
  'toggleTargeting/brokenRules',
);
