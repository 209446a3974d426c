/** The questions of a push, as the editor asks them. */
import * as vscode from 'vscode';
import type { Check, Target } from '../../server/src/protocol.js';
import { hostOf } from './push/target.js';

/** @param last the environment that this file went to last, listed first */
export async function chooseTarget(targets: readonly Target[], last: string | undefined): Promise<Target | undefined> {
  const items = targets
    .toSorted((a, b) => Number(b.environment === last) - Number(a.environment === last))
    .map((target) => ({
      label: `$(${target.protected ? 'lock' : 'cloud'}) ${target.environment}`,
      description: target.protected
        ? vscode.l10n.t('{0} on {1} · protected', target.project, hostOf(target))
        : vscode.l10n.t('{0} on {1}', target.project, hostOf(target)),
      ...(target.environment === last && { detail: vscode.l10n.t('Last pushed to') }),
      target,
    }));
  const title = vscode.l10n.t('Push {0}', targets[0]?.toggle ?? '');
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Environment'),
    matchOnDescription: true,
  });
  return picked?.target;
}

export async function askComment(target: Target, proposal: string): Promise<string | undefined> {
  const comment = await vscode.window.showInputBox({
    title: vscode.l10n.t('Push {0} to {1}: comment', target.toggle, target.environment),
    prompt: vscode.l10n.t('Describes this change in the history of the toggle. The file is not changed.'),
    value: proposal === '' ? vscode.l10n.t('Update {0}', target.toggle) : proposal,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('A comment is needed.') : undefined),
  });
  return comment?.trim() === '' ? undefined : comment;
}

export async function confirmPush(target: Target, comment: string, warnings: Check['problems']): Promise<boolean> {
  const { toggle, environment, environmentKey } = target;
  const where = [
    vscode.l10n.t('Host: {0}', hostOf(target)),
    vscode.l10n.t('Project: {0}', target.project),
    environmentKey === environment
      ? vscode.l10n.t('Environment: {0}', environment)
      : vscode.l10n.t('Environment: {0} ({1})', environment, environmentKey),
    vscode.l10n.t('Toggle: {0}', toggle),
    vscode.l10n.t('Comment: {0}', comment),
  ];
  const question = target.protected
    ? vscode.l10n.t('Push {0} to the protected environment {1}?', toggle, environment)
    : vscode.l10n.t('Push {0} to {1}?', toggle, environment);
  const yes =
    warnings.length > 0 ? vscode.l10n.t('Push Anyway to {0}', environment) : vscode.l10n.t('Push to {0}', environment);
  const detail = [...where, ...listed(warnings)].join('\n');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

/** The first warnings, as lines below an empty one. */
function listed(warnings: Check['problems']): readonly string[] {
  const { length } = warnings;
  if (length === 0) return [];
  const shown = warnings
    .slice(0, 8)
    .map(({ range, message }) =>
      vscode.l10n.t('Line {0}: {1}', range.start.line + 1, typeof message === 'string' ? message : message.value),
    );
  return [
    '',
    length === 1 ? vscode.l10n.t('1 warning:') : vscode.l10n.t('{0} warnings:', length),
    ...shown,
    ...(length > shown.length ? [vscode.l10n.t('… and {0} more', length - shown.length)] : []),
  ];
}
