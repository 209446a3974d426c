/** Promotes the change since the last commit, or one rule, to the files of other environments in one unsaved edit. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { sentencesOf } from '../../../server/src/core/targeting/joined.js';
import type { CarriedChange, CarryOverParams, Target } from '../../../server/src/core/protocol.js';
import { carryOverRequest } from '../../../server/src/core/protocol.js';
import { policyGates } from '../../../server/src/service/push/gatesOfRules.js';
import { rangeOf } from '../files/ranges.js';
import { notify, pickMany } from '../say.js';
import { savedTargets } from '../services.js';
import { committedText } from '../sinceCommit/committed.js';
import { shownName } from '../files/shownName.js';

type PromoteContext = Parameters<typeof savedTargets>[0];

export async function promoteChange(context: PromoteContext, uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const since = await committedText(uri);
  if (since === undefined) {
    const name = shownName(uri);
    return void notify('information', t('{0} has no earlier version in Git to compare with.', name));
  }
  const place = (await context.server.client()).code2ProtocolConverter.asVersionedTextDocumentIdentifier(document);
  await offer(context, { ...place, what: { since } });
}

/** @param argument the argument of the server's code action; unchecked, because any extension can run the command */
export async function promoteRule(context: PromoteContext, argument: unknown): Promise<void> {
  if (typeof argument === 'object' && argument !== null && 'what' in argument)
    await offer(context, argument as CarryOverParams);
}

async function offer(context: PromoteContext, params: CarryOverParams): Promise<void> {
  const found = await context.server.ask(carryOverRequest, params);
  if (found === null) return void notify('information', t('The file has changed in the meantime. Please try again.'));
  const name = shownName(vscode.Uri.parse(params.uri));
  const changing = found.filter(({ edits }) => edits.length > 0);
  if (changing.length === 0) return void notify('information', whyNothing(found, name));
  const shown = found.filter(({ edits, leftOut }) => edits.length + leftOut.length > 0);
  const entries = await Promise.all(shown.map(async (change) => entryOf(change, await targetOf(context, change))));
  const picked = await pickMany(entries, {
    title: t('Promote {0} to the files of other environments', name),
    placeHolder: t('Changes the files. You save them, unless Auto Save does.'),
    ...{ matchOnDescription: true, matchOnDetail: true },
  });
  const chosen = (picked ?? []).map(({ change }) => change).filter(({ edits }) => edits.length > 0);
  if (chosen.length > 0) await apply(chosen);
}

async function targetOf(context: PromoteContext, { uri, environment }: CarriedChange): Promise<Target | undefined> {
  const targets = await savedTargets(context, vscode.Uri.parse(uri), { environment });
  return targets.kind === 'found' ? targets.targets[0] : undefined;
}

function entryOf(change: CarriedChange, target: Target | undefined) {
  const { environment, changes, affected, risk, broken, isRefused, leftOut, edits } = change;
  const gates = target === undefined || risk === undefined ? [] : policyGates(target, risk);
  const left = leftOut.map((words) => t('left out because the file differs there: {0}', words));
  return {
    ...{ change, label: environment, picked: edits.length > 0 && !isRefused },
    description: [
      ...(target?.protected === true ? [t('protected')] : []),
      ...(left.length === 0 ? [] : [t('with conflicts')]),
      sentencesOf(changes),
    ].join(' · '),
    detail: sentencesOf(
      [...left, ...broken, affected, ...gates.map(({ message }) => message)].filter((words) => words !== ''),
    ),
  };
}

function whyNothing(found: readonly CarriedChange[], name: string): string {
  if (found.length === 0)
    return t('The path of {0} names no environment, so other environments have no matching file.', name);
  const reasons = found.map(({ environment, reason, leftOut }) => {
    const words = reason ?? (leftOut.length === 0 ? t('needs no change') : sentencesOf(leftOut));
    return t('{0}: {1}', environment, words);
  });
  return t('There is nothing to promote. {0}', reasons.join(' · '));
}

async function apply(chosen: readonly CarriedChange[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, edits, before } of chosen) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    if (unified(document.getText()) !== unified(before))
      return void notify('information', t('The file has changed in the meantime. Please try again.'));
    for (const { range, newText } of edits) edit.replace(document.uri, rangeOf(range), newText);
  }
  if (!(await vscode.workspace.applyEdit(edit))) return void notify('error', t('The files could not be changed.'));
  for (const { uri } of chosen) await vscode.window.showTextDocument(vscode.Uri.parse(uri), { preview: false });
}

/** Unifies line endings, because the editor may have normalized them after the server read the file. */
function unified(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
