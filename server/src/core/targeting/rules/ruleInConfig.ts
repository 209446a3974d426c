/** Finds a rule of the organization in targeting.config.json. */
import type { Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../json/document.js';
import { nodeAt, placeAt, rangeIn, spanFrom } from '../../json/queries.js';
import type { PolicyRule } from './policy.js';

export interface RuleInConfig {
  /** The range of the rule's key. */
  readonly range: Range;
  /** The rule as written in the config, truncated and on one line. */
  readonly text: string;
}

/** Like `ruleInConfig`, but with the rule's text. */
export function ruleWritten(config: JsonDocument, rule: PolicyRule, environment?: string): RuleInConfig | undefined {
  const range = ruleInConfig(config, rule, environment);
  const value = range && nodeAt(config, placeAt(config, config.offsetAt(range.start) + 1).path);
  if (range === undefined || value === undefined) return undefined;
  const written = config.text.slice(value.start, Math.min(value.end, value.start + 200)).replace(/\s+/g, ' ');
  return { range, text: `"${rule}": ${written.length > 60 ? `${written.slice(0, 60)}…` : written}` };
}

/** @param environment the environment whose own rule takes precedence @returns the range of the rule's key, if any */
export function ruleInConfig(config: JsonDocument, rule: PolicyRule, environment?: string): Range | undefined {
  const own = environment === undefined ? [] : [['environments', environment, 'rules', rule]];
  const path = [...own, ['rules', rule]].find((each) => nodeAt(config, each) !== undefined);
  return path && config.root && rangeIn(config, spanFrom(config.root, path, 'key'));
}
