/** The command that makes the change of a file since the last commit in the files of the other environments, too: as one edit, unsaved. */
import * as vscode from 'vscode';
import type { CarriedChange } from '../../../server/src/core/protocol.js';
import { carryOverRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../languageClient.js';
import { gitApi } from '../gitExtension.js';
import { openTargetingFile } from '../questions/chooseFile.js';
import { rangeOf } from '../ranges.js';
import { notify, pickMany } from '../say.js';

export function carryOverCommand(server: LanguageServer): (resource?: vscode.Uri) => Promise<void> {
  return async (resource) => {
    const uri = resource ?? openTargetingFile();
    if (uri === undefined) return void notify('information', vscode.l10n.t('Open a targeting file first.'));
    const document = await vscode.workspace.openTextDocument(uri);
    const name = vscode.workspace.asRelativePath(uri);
    const base = await committedText(uri);
    if (base === undefined)
      return void notify('information', vscode.l10n.t('{0} has no earlier version in Git to compare with.', name));
    const client = await server.client();
    const place = client.code2ProtocolConverter.asVersionedTextDocumentIdentifier(document);
    const found = await client.sendRequest(carryOverRequest, { uri: place.uri, version: place.version, base });
    if (found === null)
      return void notify('information', vscode.l10n.t('The file has changed in the meantime. Please try again.'));
    const changing = found.filter(({ edits }) => edits.length > 0);
    if (changing.length === 0) return void notify('information', whyNothing(found, name));
    const picked = await pickMany(
      found.filter(({ edits, leftOut }) => edits.length + leftOut.length > 0).map(entryOf),
      {
        title: vscode.l10n.t('Apply the change of {0} to other environments', name),
        placeHolder: vscode.l10n.t('Files are changed, but not saved.'),
        matchOnDetail: true,
      },
    );
    const chosen = (picked ?? []).map(({ change }) => change).filter(({ edits }) => edits.length > 0);
    if (chosen.length > 0) await apply(chosen);
  };
}

function entryOf(change: CarriedChange) {
  const { environment, changes, leftOut, edits } = change;
  const left = leftOut.map((words) => vscode.l10n.t('left out, as the file differs there: {0}', words));
  return {
    ...{ change, label: environment, picked: edits.length > 0 },
    description: leftOut.length === 0 ? '' : vscode.l10n.t('with conflicts'),
    detail: [...changes, ...left].join(' '),
  };
}

function whyNothing(found: readonly CarriedChange[], name: string): string {
  if (found.length === 0)
    return vscode.l10n.t('The path of {0} names no environment, so there are no files of others.', name);
  const reasons = found.map(({ environment, reason, leftOut }) => {
    const words = reason ?? (leftOut.length === 0 ? vscode.l10n.t('has the change already') : leftOut.join(' '));
    return `${environment}: ${words}`;
  });
  return vscode.l10n.t('There is nothing to apply. {0}', reasons.join(' · '));
}

async function committedText(uri: vscode.Uri): Promise<string | undefined> {
  const repository = (await gitApi())?.getRepository(uri);
  const commit = repository?.state.HEAD?.commit;
  if (!repository || commit === undefined) return undefined;
  return repository.show(commit, uri.fsPath).catch(() => undefined);
}

/** One undo takes back what it does to a file. */
async function apply(chosen: readonly CarriedChange[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, edits, before } of chosen) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    if (unified(document.getText()) !== unified(before))
      return void notify('information', vscode.l10n.t('The file has changed in the meantime. Please try again.'));
    for (const { range, newText } of edits) edit.replace(document.uri, rangeOf(range), newText);
  }
  if (!(await vscode.workspace.applyEdit(edit)))
    return void notify('error', vscode.l10n.t('The files could not be changed.'));
  for (const { uri } of chosen) await vscode.window.showTextDocument(vscode.Uri.parse(uri), { preview: false });
}

/** Git may check out other line ends than it has. */
function unified(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
