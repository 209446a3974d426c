/** Where the config of a targeting file says a rule of the organisation. */
import type { DiagnosticRelatedInformation } from 'vscode-languageserver-types';
import { t } from '@vscode/l10n';
import type { BrokenRule } from '../core/checks/problem.js';
import { MAX_BESIDE_BYTES } from '../core/checks/unreadable.js';
import { parse } from '../core/json/document.js';
import { asObject } from '../core/json/plain.js';
import { configFileName } from '../core/targeting/fileNames.js';
import { sentencesOf } from '../core/targeting/joined.js';
import { ruleInConfig } from '../core/targeting/ruleInConfig.js';
import { cut } from '../core/targeting/state/serves.js';
import { identityOf } from './config/identity.js';
import type { Project } from './project.js';

type ConfigsOf = Pick<Project, 'config' | 'configText'>;

/** @returns the key of the rule, and the rule as its config has it: `"max-step": 25` */
export function ruleOfFile(
  project: ConfigsOf,
  fileUri: string,
  { rule, environments }: BrokenRule,
): DiagnosticRelatedInformation | undefined {
  const config = project.config(fileUri);
  const text = config && project.configText(config.uri);
  if (config === undefined || typeof text !== 'string' || text.length > MAX_BESIDE_BYTES) return undefined;
  const document = parse(text);
  const named = environments?.[0] ?? identityOf(fileUri, config).environment ?? config.parsed.environmentNames?.[0];
  const range = ruleInConfig(document, rule, named);
  if (range === undefined) return undefined;
  const root = asObject(document.root?.value);
  const own = asObject(asObject(asObject(root?.['environments'])?.[named ?? ''])?.['rules']);
  const value = own?.[rule] ?? asObject(root?.['rules'])?.[rule];
  return { location: { uri: config.uri, range }, message: cut(`"${rule}": ${JSON.stringify(value)}`) };
}

/** What is said by a rule, and where the config says the rule. */
export function withRule(project: ConfigsOf, fileUri: string, message: string, broken: BrokenRule): string {
  const found = ruleOfFile(project, fileUri, broken);
  if (found === undefined) return message;
  const line = found.location.range.start.line + 1;
  return sentencesOf([message, t('See {0}, line {1} ({2}).', configFileName, line, found.message)]);
}
