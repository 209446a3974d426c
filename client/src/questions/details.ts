/** The lines below a question: where a push goes, what it changes, and what is wrong with the file. */
import * as vscode from 'vscode';
import type { Check, Target } from '../../../server/src/core/protocol.js';
import { lineOf } from '../../../server/src/service/push/checkedFile.js';
import { protectionLine } from '../../../server/src/service/protection.js';
import { hostOf, namesOf } from '../../../server/src/service/http/target.js';
import { cut } from '../../../server/src/core/targeting/state/serves.js';
import { listOf } from '../../../server/src/core/targeting/joined.js';

export function whereTo(target: Target, comment?: string): readonly string[] {
  const { environment, project, toggle } = namesOf(target);
  return [
    vscode.l10n.t('Host: {0}', hostOf(target)),
    vscode.l10n.t('Project: {0}', project),
    vscode.l10n.t('Environment: {0}', environment),
    vscode.l10n.t('Toggle: {0}', toggle),
    ...protectionLine(target),
    ...(comment === undefined ? [] : [vscode.l10n.t('Comment: {0}', cut(comment))]),
  ];
}

export function leftToServiceLine(fields: readonly string[]): readonly string[] {
  return fields.length === 0
    ? []
    : [vscode.l10n.t('Not in the file, so the service keeps its own: {0}.', listOf(fields))];
}

/** The first warnings, as lines below an empty one. */
export function warningLines(warnings: Check['problems']): readonly string[] {
  const { length } = warnings;
  if (length === 0) return [];
  const lines = warnings.map(lineOf);
  const title = length === 1 ? vscode.l10n.t('1 warning:') : vscode.l10n.t('{0} warnings:', length);
  return ['', title, ...first(lines, 8)];
}

/** So many of them, and how many there are besides: a question must fit on the screen. */
export function first(lines: readonly string[], count: number): readonly string[] {
  const more = lines.length - count;
  return more <= 0 ? lines : [...lines.slice(0, count), vscode.l10n.t('… and {0} more', more)];
}
