/** The questions before a push. When a question appears, the diff is already open. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { fileSide, liveSide } from '../drift/comparisons.js';
import type { Diffs } from '../drift/diffs.js';
import { sentencesAbout } from '../../../server/src/service/approval/approvalWords.js';
import type { Conflict, Decision, Question, ReadQuestion } from '../../../server/src/service/push/push.js';
import { impactParagraphs, isGrave } from '../../../server/src/service/push/risk.js';
import type { Targeting } from '../../../server/src/service/http/answers/answers.js';
import { environmentName, namesOf } from '../../../server/src/service/http/target.js';
import { textOf } from '../../../server/src/core/targeting/state/state.js';
import { eitherOf, firstOf, sentencesOf } from '../../../server/src/core/targeting/joined.js';
import { word } from '../../../server/src/service/words/harmless.js';
import { keptByService } from '../../../server/src/service/words/kept.js';
import { readTypedShare } from '../push/pushSettings.js';
import { ask } from '../say.js';
import { paragraphs, warningLines, whereTo } from './details.js';
import { typeName } from './prompts.js';

/**
 * Asks in a modal dialog that lists problems, affected users, changes and the target, in order of importance: few
 * people read to the end. A grave change in a protected environment also requires typing the environment's key.
 */
export async function decide(question: Question): Promise<Decision | undefined> {
  const { target, cautions, warnings, comment, risk } = question;
  const read = question.kind === 'read' ? question : undefined;
  const lines = paragraphs(
    cautions,
    warningLines(warnings),
    replacedLines(read?.live.pending),
    ...impactParagraphs(risk.impact),
    read ? [...firstOf(read.changes, 12), ...read.remarks, ...keptByService(read.after)] : [],
    whereTo(target, comment),
  );
  const answer = read?.reviewers ? await review(read, read.reviewers, lines) : await confirm(question, lines);
  if (answer === undefined || answer === 'submit') return answer;
  return (await confirmByTyping(question, titleOf(question))) ? answer : undefined;
}

/** An environment that the config no longer protects stays protected until a push removes the protection. */
async function confirm(question: Question, lines: readonly string[]): Promise<Decision | undefined> {
  const { target, warnings } = question;
  const environment = environmentName(target);
  const yes = warnings.length > 0 ? t('Push to {0} Anyway', environment) : t('Push to {0}', environment);
  return askWithWarnings<Decision>(
    question,
    { title: titleOf(question), lines },
    {
      [yes]: 'push',
      ...(target.protectedBy === 'memory' && { [t('Push and Remove Protection')]: 'push-and-release' }),
    },
  );
}

/** If there are warnings, Enter shows them instead of pushing, because the editor cannot make Cancel the default. */
async function askWithWarnings<const T extends string>(
  { warnings }: Question,
  asked: { readonly title: string; readonly lines: readonly string[] },
  buttons: Readonly<Record<string, T>>,
): Promise<T | undefined> {
  const show = warnings.length === 0 ? {} : { [t('Show Warnings')]: 'show' as const };
  const answer = await ask<T | 'show'>('warning', asked, { ...show, ...buttons });
  if (answer !== 'show') return answer;
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  return undefined;
}

/** The lines about a rejected change that a new submission would replace. */
function replacedLines(rejected: Targeting['pending']): readonly string[] {
  return rejected === undefined ? [] : [...sentencesAbout(rejected), t('Submitting your change replaces it.')];
}

/** Asks what to do with a file that was merged without conflicts. @param own sentences about the person's changes */
export async function askAboutMerged(
  { target, theirs, changes }: Conflict,
  own: readonly string[],
): Promise<'push' | 'keep' | 'undo'> {
  const { toggle, environment } = namesOf(target);
  const byYou = own.length === 0 ? [] : [t('Changed by you:'), ...firstOf(own, 12)];
  const title = t('{0} is merged with {1}, and not pushed yet.', toggle, environment);
  const [yes, no] = [t('Push to {0}', environment), t("Keep, Don't Push")];
  const buttons = { [yes]: 'push', [t('Undo')]: 'undo', [no]: 'keep' } as const;
  return (
    (await ask('information', { title, lines: paragraphs(othersChanges(theirs, changes), byYou) }, buttons, no)) ??
    'keep'
  );
}

function othersChanges({ modifiedBy }: Targeting, changes: readonly string[]): readonly string[] {
  const by = word(modifiedBy ?? t('someone'));
  return [t('Changed by {0}:', by), ...firstOf(changes, 12)];
}

export async function askToMerge(diffs: Diffs, conflict: Conflict): Promise<'merge' | 'push' | undefined> {
  const { target, theirs, yours, changes } = conflict;
  const { toggle, environment } = namesOf(target);
  await diffs.show(
    t('{0}: live in {1} ↔ your file', toggle, environment),
    liveSide(target, theirs),
    fileSide(target, textOf(yours)),
  );
  const title = t('{0} has changed in {1} since it was last seen here.', toggle, environment);
  return ask(
    'warning',
    { title, lines: othersChanges(theirs, changes) },
    { [t('Merge…')]: 'merge', [t('Push Mine Instead…')]: 'push' },
  );
}

/** Asks whether to submit. A push can bypass the approval (service.md B), so a second question warns about that. */
async function review(
  question: ReadQuestion,
  reviewers: readonly string[],
  lines: readonly string[],
): Promise<Decision | undefined> {
  const { toggle, environment } = namesOf(question.target);
  const names = reviewers.length === 0 ? t('its reviewers') : eitherOf(reviewers.map(word));
  const title = t('{0} requires approval. Submit {1} to {2}?', environment, toggle, names);
  const answer = await askWithWarnings(
    question,
    { title, lines },
    { [t('Submit for Approval')]: 'submit', [t('Push Without Approval…')]: 'push' },
  );
  if (answer !== 'push') return answer;
  const bypassing = {
    title: t('Push {0} to {1} without approval?', toggle, environment),
    lines: [
      t(
        'This bypasses the review by {0}: the change is live at once, and nobody is asked. The service refuses it if your access token does not allow it.',
        names,
      ),
    ],
  };
  return ask('warning', bypassing, { [t('Push Without Approval')]: 'push' });
}

/** Asks for the environment's key if a push to a protected environment disables a toggle or affects many users. */
export async function confirmByTyping(
  { target, risk }: Pick<Question, 'target' | 'risk'>,
  title: string,
): Promise<boolean> {
  if (!target.protected || !isGrave(risk, readTypedShare())) return true;
  const { toggle, environment } = namesOf(target);
  // The person types the environment's key, not its name in the config, because the key decides where the push goes.
  const { environmentKey: typed } = target;
  const why = risk.disables ? t('This disables {0} in {1}.', toggle, environment) : risk.impact.words;
  const prompt = sentencesOf([why, t('Type {0} to continue.', word(typed))]);
  return typeName({ title, prompt, typed });
}

function titleOf({ target, origin }: Pick<Question, 'target' | 'origin'>): string {
  const { toggle, environment } = namesOf(target);
  if (origin?.kind === 'version') return t('Roll back {0} in {1} to version {2}?', toggle, environment, origin.version);
  if (origin?.kind === 'environment') return t('Promote {0} from {1} to {2}?', toggle, origin.environment, environment);
  return t('Push {0} to {1}?', toggle, environment);
}
