/** Finds a broken rule of the organization in the config of a targeting file. */
import type { DiagnosticRelatedInformation } from 'vscode-languageserver-types';
import { t } from '../../core/t.js';
import type { BrokenRule } from '../../core/checks/problem.js';
import { configFileName } from '../../core/targeting/fileNames.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import type { Project } from '../project.js';

/** @returns the location of the rule's key, and the rule as written: `"max-step": 25` */
export function ruleOfFile(
  project: Pick<Project, 'config' | 'files'>,
  fileUri: string,
  { rule, environments }: BrokenRule,
): DiagnosticRelatedInformation | undefined {
  const config = project.config(fileUri);
  if (config === undefined) return undefined;
  const named = environments?.[0] ?? project.files.identity(fileUri).environment ?? config.parsed.environmentNames?.[0];
  const found = config.parsed.ruleAt(rule, named);
  return found && { location: { uri: config.uri, range: found.range }, message: found.text };
}

/** Appends the rule's location in the config to a message. */
export function withRule(
  project: Pick<Project, 'config' | 'files'>,
  fileUri: string,
  message: string,
  broken: BrokenRule,
): string {
  const found = ruleOfFile(project, fileUri, broken);
  if (found === undefined) return message;
  const line = found.location.range.start.line + 1;
  return sentencesOf([message, t('See {0}, line {1} ({2}).', configFileName, line, found.message)]);
}
