/** The questions of a push with the change in sight: the diff in the editor, then what it means and one answer. */
import * as vscode from 'vscode';
import type { Check, Target } from '../../server/src/protocol.js';
import type { Diffs } from './diffs.js';
import type { LastBody } from './push/base.js';
import { comparable } from './push/base.js';
import type { BlindQuestion } from './push/flow.js';
import type { Conflict, GuardPorts, Question } from './push/guardedPush.js';
import type { Live } from './push/live.js';
import { oneLine } from './push/oneLine.js';
import { cut } from './push/serves.js';
import type { Effective } from './push/state.js';
import { textOf } from './push/state.js';
import { hostOf } from './push/target.js';
import { readTypedShare } from './pushSettings.js';

type Decision = Awaited<ReturnType<GuardPorts['decide']>>;

/** Diff and modal; what is grave in a protected environment must be typed. */
export async function decide(diffs: Diffs, question: Question): Promise<Decision> {
  const { target, live, after, changes, reviewers } = question;
  await showChange(diffs, target, live, after);
  const detail = [
    ...whereTo(target, question.comment),
    '',
    ...first(changes, 12),
    ...keptLine(after.kept),
    ...listed(question.warnings),
  ].join('\n');
  const answer = reviewers === undefined ? await confirm(target, detail) : await review(question, reviewers, detail);
  return answer !== 'push' || (await isTyped(question)) ? answer : undefined;
}

async function confirm(target: Target, detail: string): Promise<Decision> {
  const yes = vscode.l10n.t('Push to {0}', target.environment);
  const answer = await vscode.window.showWarningMessage(titleOf(target), { modal: true, detail }, yes);
  return answer === yes ? 'push' : undefined;
}

/** With the documented contract alone: against what was pushed from here last. */
export async function confirmBlind(diffs: Diffs, question: BlindQuestion): Promise<boolean> {
  const { target, body, last, warnings, comment } = question;
  if (last !== undefined) await showBlindChange(diffs, target, last, body);
  const detail = [...whereTo(target, comment), ...listed(warnings)].join('\n');
  const yes =
    warnings.length > 0
      ? vscode.l10n.t('Push Anyway to {0}', target.environment)
      : vscode.l10n.t('Push to {0}', target.environment);
  return (await vscode.window.showWarningMessage(titleOf(target), { modal: true, detail }, yes)) === yes;
}

/** What is live, and what will be after a push. */
export async function showChange(
  diffs: Diffs,
  target: Target,
  live: Pick<Live, 'version' | 'state'>,
  after: Effective,
): Promise<void> {
  await diffs.show(
    vscode.l10n.t('{0}: live in {1} ↔ will be live', target.toggle, target.environment),
    {
      name: vscode.l10n.t('{0} live in {1}, version {2}', target.toggle, target.environment, live.version),
      text: textOf(live.state),
    },
    { name: vscode.l10n.t('{0} after the push', target.toggle), text: textOf(after.state) },
  );
}

/** What was pushed from here last, and what will be. */
export async function showBlindChange(
  diffs: Diffs,
  target: Target,
  last: Pick<LastBody, 'body' | 'time'>,
  body: string,
): Promise<void> {
  await diffs.show(
    vscode.l10n.t('{0}: last pushed to {1} from here ↔ will be pushed', target.toggle, target.environment),
    {
      name: vscode.l10n.t('{0} pushed {1}', target.toggle, new Date(last.time).toLocaleString()),
      text: comparable(last.body),
    },
    { name: target.toggle, text: comparable(body) },
  );
}

/** Shows what is live against the file, and asks whether to merge. */
export async function askToMerge(diffs: Diffs, conflict: Conflict): Promise<'merge' | 'push' | undefined> {
  const { target, theirs, yours, changes } = conflict;
  await diffs.show(
    vscode.l10n.t('{0}: live in {1} ↔ your file', target.toggle, target.environment),
    {
      name: vscode.l10n.t('{0} live in {1}, version {2}', target.toggle, target.environment, theirs.version),
      text: textOf(theirs.state),
    },
    { name: vscode.l10n.t('{0} in your file', target.toggle), text: textOf(yours) },
  );
  const by = oneLine(theirs.modifiedBy ?? vscode.l10n.t('somebody'));
  const message = vscode.l10n.t(
    '{0} has changed in {1} since your file was made from it.',
    target.toggle,
    target.environment,
  );
  const detail = [vscode.l10n.t('Changed by {0}:', by), ...first(changes, 12)].join('\n');
  const merge = vscode.l10n.t('Merge…');
  const push = vscode.l10n.t('Push Mine Instead…');
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, merge, push);
  if (answer === merge) return 'merge';
  return answer === push ? 'push' : undefined;
}

/** A PATCH is not stopped by the service's approval (service.md B), so passing it by is said in so many words. */
async function review({ target }: Question, reviewers: readonly string[], detail: string): Promise<Decision> {
  const names = reviewers.length === 0 ? vscode.l10n.t('its reviewers') : oneLine(reviewers.join(', '));
  const submit = vscode.l10n.t('Submit for Approval');
  const bypass = vscode.l10n.t('Push Without Approval…');
  const message = vscode.l10n.t('{0} requires approval. Submit {1} to {2}?', target.environment, target.toggle, names);
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, submit, bypass);
  if (answer === submit) return 'submit';
  if (answer !== bypass) return undefined;
  const yes = vscode.l10n.t('Bypass the Approval');
  const sure = await vscode.window.showWarningMessage(
    vscode.l10n.t('Push {0} to {1} without approval?', target.toggle, target.environment),
    {
      modal: true,
      detail: vscode.l10n.t(
        'This bypasses the review by {0}: the change is live at once, and nobody is asked. The service refuses it if your access token may not.',
        names,
      ),
    },
    yes,
  );
  return sure === yes ? 'push' : undefined;
}

/** Disabling a toggle, or sending many users elsewhere, in a protected environment. */
async function isTyped({ target, risk }: Question): Promise<boolean> {
  const isGrave = risk.disables || risk.rerouted * 100 > readTypedShare();
  if (!target.protected || !isGrave) return true;
  const { environment } = target;
  const prompt = risk.disables
    ? vscode.l10n.t('This disables {0} in {1}. Type the name of the environment to go on.', target.toggle, environment)
    : vscode.l10n.t(
        'Up to {0}% of the users are served another variation. Type {1} to go on.',
        Math.round(risk.rerouted * 100),
        environment,
      );
  const typed = await vscode.window.showInputBox({
    title: titleOf(target),
    prompt,
    placeHolder: environment,
    ignoreFocusOut: true,
    validateInput: (value) =>
      value === environment || value === '' ? undefined : vscode.l10n.t('Type {0}.', environment),
  });
  return typed === environment;
}

function titleOf({ protected: isProtected, toggle, environment }: Target): string {
  return isProtected
    ? vscode.l10n.t('Push {0} to the protected environment {1}?', toggle, environment)
    : vscode.l10n.t('Push {0} to {1}?', toggle, environment);
}

/** One line each: a comment must not look like the others. */
function whereTo(target: Target, comment: string): readonly string[] {
  const { environment, environmentKey, project, toggle } = target;
  return [
    vscode.l10n.t('Host: {0}', hostOf(target)),
    vscode.l10n.t('Project: {0}', project),
    environmentKey === environment
      ? vscode.l10n.t('Environment: {0}', environment)
      : vscode.l10n.t('Environment: {0} ({1})', environment, environmentKey),
    vscode.l10n.t('Toggle: {0}', toggle),
    vscode.l10n.t('Comment: {0}', cut(comment)),
  ].map(oneLine);
}

export function keptLine(kept: readonly string[]): readonly string[] {
  return kept.length === 0
    ? []
    : [vscode.l10n.t('Not in the file, so the service keeps its own: {0}.', kept.join(', '))];
}

/** The first warnings, as lines below an empty one. */
function listed(warnings: Check['problems']): readonly string[] {
  const { length } = warnings;
  if (length === 0) return [];
  const lines = warnings.map(({ range, message }) =>
    vscode.l10n.t('Line {0}: {1}', range.start.line + 1, typeof message === 'string' ? message : message.value),
  );
  const title = length === 1 ? vscode.l10n.t('1 warning:') : vscode.l10n.t('{0} warnings:', length);
  return ['', title, ...first(lines, 8)];
}

/** So many of them, and how many there are besides: a question must fit on the screen. */
function first(lines: readonly string[], count: number): readonly string[] {
  const more = lines.length - count;
  return more <= 0 ? lines : [...lines.slice(0, count), vscode.l10n.t('… and {0} more', more)];
}
