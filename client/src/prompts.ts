/** The questions of a push, as the editor asks them. */
import * as vscode from 'vscode';
import type { Check, Target } from '../../server/src/protocol.js';
import { count } from './push/flow.js';
import { hostOf } from './push/target.js';

/** @param last the environment that this file went to last, listed first */
export async function chooseTarget(targets: readonly Target[], last: string | undefined): Promise<Target | undefined> {
  const items = targets
    .toSorted((a, b) => Number(b.environment === last) - Number(a.environment === last))
    .map((target) => ({
      label: `$(${target.protected ? 'lock' : 'cloud'}) ${target.environment}`,
      description: `${target.project} on ${hostOf(target)}${target.protected ? ' · protected' : ''}`,
      ...(target.environment === last && { detail: 'Last pushed to' }),
      target,
    }));
  const title = `Push ${targets[0]?.toggle ?? ''}`;
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: 'Environment',
    matchOnDescription: true,
  });
  return picked?.target;
}

export async function askComment(target: Target, proposal: string): Promise<string | undefined> {
  const comment = await vscode.window.showInputBox({
    title: `Push ${target.toggle} to ${target.environment}: comment`,
    prompt: 'Describes this change in the history of the toggle. The file is not changed.',
    value: proposal === '' ? `Update ${target.toggle}` : proposal,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? 'A comment is needed.' : undefined),
  });
  return comment?.trim() === '' ? undefined : comment;
}

export async function confirmPush(target: Target, comment: string, warnings: Check['problems']): Promise<boolean> {
  const where = [
    `Host: ${hostOf(target)}`,
    `Project: ${target.project}`,
    `Environment: ${target.environment}${target.environmentKey === target.environment ? '' : ` (${target.environmentKey})`}`,
    `Toggle: ${target.toggle}`,
    `Comment: ${comment}`,
  ];
  const listed = warnings
    .slice(0, 8)
    .map(
      ({ range, message }) => `Line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
    );
  const more = warnings.length > listed.length ? [`… and ${warnings.length - listed.length} more`] : [];
  const found = warnings.length > 0 ? ['', `${count(warnings.length, 'warning')}:`, ...listed, ...more] : [];
  const yes = warnings.length > 0 ? `Push Anyway to ${target.environment}` : `Push to ${target.environment}`;
  const kind = target.protected ? 'the protected environment ' : '';
  const answer = await vscode.window.showWarningMessage(
    `Push ${target.toggle} to ${kind}${target.environment}?`,
    { modal: true, detail: [...where, ...found].join('\n') },
    yes,
  );
  return answer === yes;
}
