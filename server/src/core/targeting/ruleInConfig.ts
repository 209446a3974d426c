/** Where targeting.config.json says a rule of the organisation. */
import type { Range } from 'vscode-languageserver-types';
import type { JsonDocument } from '../json/document.js';
import { nodeAt, rangeIn, spanFrom } from '../json/queries.js';
import type { PolicyRule } from './policy.js';

/**
 * @param environment by name; its own rule counts before that of all
 * @returns the key of the rule; undefined where the config does not have it
 */
export function ruleInConfig(config: JsonDocument, rule: PolicyRule, environment?: string): Range | undefined {
  const own = environment === undefined ? [] : [['environments', environment, 'rules', rule]];
  const path = [...own, ['rules', rule]].find((each) => nodeAt(config, each) !== undefined);
  return path && config.root && rangeIn(config, spanFrom(config.root, path, 'key'));
}
