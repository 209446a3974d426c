/** The questions of a push whose diff is in the editor: what it means, and one answer. */
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/protocol.js';
import { fileSide, liveSide } from '../comparisons.js';
import type { Diffs } from '../diffs.js';
import { sentencesAbout } from '../push/approval/words.js';
import type { BlindQuestion } from '../push/flow.js';
import type { Conflict, GuardPorts, Question } from '../push/guard.js';
import type { Live } from '../push/service/live.js';
import { textOf } from '../push/state/state.js';
import { listOf } from '../push/words/inARow.js';
import { word } from '../push/words/harmless.js';
import { readTypedShare } from '../pushSettings.js';
import { ask } from '../say.js';
import { first, keptLine, warningLines, whereTo } from './details.js';
import { typeName } from './prompts.js';

type Decision = Awaited<ReturnType<GuardPorts['decide']>>;

/** A modal; what is grave in a protected environment must be typed. */
export async function decide(question: Question): Promise<Decision> {
  const { target, after, changes, reviewers } = question;
  const lines = [
    ...whereTo(target, question.comment),
    '',
    ...replacedLines(question.live.pending),
    ...first(changes, 12),
    ...keptLine(after.kept),
    ...warningLines(question.warnings),
  ];
  const answer = reviewers === undefined ? await confirm(target, lines) : await review(question, reviewers, lines);
  return answer !== 'push' || (await isTyped(question, titleOf(target))) ? answer : undefined;
}

/** Only a change that was rejected can be submitted over. */
function replacedLines(rejected: Live['pending']): readonly string[] {
  return rejected === undefined
    ? []
    : [...sentencesAbout(rejected), vscode.l10n.t('Submitting yours replaces it.'), ''];
}

async function confirm(target: Target, lines: readonly string[]): Promise<Decision> {
  const yes = vscode.l10n.t('Push to {0}', target.environment);
  const answer = await ask('warning', { title: titleOf(target), lines }, yes);
  return answer === yes ? 'push' : undefined;
}

/** With the documented contract alone. */
export async function confirmBlind({ target, warnings, comment }: BlindQuestion): Promise<boolean> {
  const lines = [...whereTo(target, comment), ...warningLines(warnings)];
  const yes =
    warnings.length > 0
      ? vscode.l10n.t('Push to {0} Anyway', target.environment)
      : vscode.l10n.t('Push to {0}', target.environment);
  return (await ask('warning', { title: titleOf(target), lines }, yes)) === yes;
}

/** Shows what is live against the file, and asks whether to merge. */
export async function askToMerge(diffs: Diffs, conflict: Conflict): Promise<'merge' | 'push' | undefined> {
  const { target, theirs, yours, changes } = conflict;
  await diffs.show(
    vscode.l10n.t('{0}: live in {1} ↔ your file', target.toggle, target.environment),
    liveSide(target, theirs),
    fileSide(target, textOf(yours)),
  );
  const by = word(theirs.modifiedBy ?? vscode.l10n.t('somebody'));
  const title = vscode.l10n.t(
    '{0} has changed in {1} since your file was made from it.',
    target.toggle,
    target.environment,
  );
  const lines = [vscode.l10n.t('Changed by {0}:', by), ...first(changes, 12)];
  const merge = vscode.l10n.t('Merge…');
  const push = vscode.l10n.t('Push Mine Instead…');
  const answer = await ask('warning', { title, lines }, merge, push);
  if (answer === merge) return 'merge';
  return answer === push ? 'push' : undefined;
}

/** A PATCH is not stopped by the service's approval (service.md B), so passing it by is said in so many words. */
async function review({ target }: Question, reviewers: readonly string[], lines: readonly string[]): Promise<Decision> {
  const names = reviewers.length === 0 ? vscode.l10n.t('its reviewers') : listOf(reviewers.map(word));
  const submit = vscode.l10n.t('Submit for Approval');
  const bypass = vscode.l10n.t('Push Without Approval…');
  const title = vscode.l10n.t('{0} requires approval. Submit {1} to {2}?', target.environment, target.toggle, names);
  const answer = await ask('warning', { title, lines }, submit, bypass);
  if (answer === submit) return 'submit';
  if (answer !== bypass) return undefined;
  const yes = vscode.l10n.t('Push Without Approval');
  const bypassing = {
    title: vscode.l10n.t('Push {0} to {1} without approval?', target.toggle, target.environment),
    lines: [
      vscode.l10n.t(
        'This bypasses the review by {0}: the change is live at once, and nobody is asked. The service refuses it if your access token may not.',
        names,
      ),
    ],
  };
  const sure = await ask('warning', bypassing, yes);
  return sure === yes ? 'push' : undefined;
}

/** Disabling a toggle, or sending many users elsewhere, in a protected environment. */
export async function isTyped({ target, risk }: Pick<Question, 'target' | 'risk'>, title: string): Promise<boolean> {
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
  return typeName({ title, prompt, environment });
}

function titleOf({ protected: isProtected, toggle, environment }: Target): string {
  return isProtected
    ? vscode.l10n.t('Push {0} to the protected environment {1}?', toggle, environment)
    : vscode.l10n.t('Push {0} to {1}?', toggle, environment);
}
