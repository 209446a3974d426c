/**
 * A three-way merge in the editor's merge editor: what the file was made from, what is live, and the file. Nothing is pushed,
 * and what both changed stays in the file as the person has it until they save the result.
 */
import * as vscode from 'vscode';
import { payloadRequest, pullRequest } from '../../../server/src/protocol.js';
import { fileSide, liveSide } from './comparisons.js';
import type { Diffs } from './diffs.js';
import { saved } from './targetingFile.js';
import type { LanguageServer } from './languageClient.js';
import type { MergeResults } from './mergeResults.js';
import type { NotMerged } from '../sync/push/notMerged.js';
import type { Conflict } from '../sync/push/push.js';
import { namesOf } from '../sync/service/target.js';
import { mergeStates } from '../../../server/src/targeting/state/mergeStates.js';
import type { State } from '../../../server/src/targeting/state/state.js';
import { effective, readBody, sameState } from '../../../server/src/targeting/state/state.js';
import { stateInFile } from '../sync/stateInFile.js';

interface MergeContext {
  readonly server: LanguageServer;
  readonly diffs: Diffs;
  readonly merges: MergeResults;
}

/**
 * Takes over at once what only one side has changed, as one edit that undo takes back. What both sides have changed keeps the
 * text that it had before them, because the merge editor takes a range for decided as soon as it has the text of one side.
 * All texts are written in the style of the file, so that they differ only where they mean something else.
 */
export async function merge(
  { server, diffs, merges }: MergeContext,
  file: vscode.Uri,
  conflict: Conflict,
): Promise<'merged' | NotMerged> {
  const { target, base, theirs } = conflict;
  const { toggle, environment } = namesOf(target);
  const client = await server.client();
  const document = await vscode.workspace.openTextDocument(file);
  const [uri, version, yours] = [file.toString(), document.version, document.getText()];
  const payload = await client.sendRequest(payloadRequest, { uri, version, comment: '' });
  const says = payload.kind === 'ready' ? effective(readBody(payload.body), theirs.state).state : undefined;
  if (says === undefined || !sameState(says, conflict.yours)) return 'changed';

  const written = async (state: State) => {
    const pull = await client.sendRequest(pullRequest, { uri, body: JSON.stringify(stateInFile(state, conflict)) });
    return pull?.kind === 'ready' && pull.version === version ? pull.text : undefined;
  };
  const states = { ...conflict, theirs: theirs.state };
  const baseFile = await written(base);
  const theirFile = await written(theirs.state);
  const merged = await written(mergeStates(states, conflict.leftToService));
  const undecided = await written(mergeStates(states, conflict.leftToService, 'base'));
  if (baseFile === undefined || theirFile === undefined || merged === undefined || undecided === undefined)
    return 'changed';
  if (document.version !== version) return 'changed';
  const failed = await replace(document, merged);
  if (failed !== undefined) return failed;

  if (undecided === merged) await conflict.merged();
  let expected = document.getText();
  const result = merges.open(vscode.l10n.t('{0} merged with {1}', toggle, environment), undecided, async (text) => {
    const now = await vscode.workspace.openTextDocument(file);
    if (now.getText() !== expected)
      throw new Error(
        vscode.l10n.t('The file has changed since the merge began. Close the merge editor, and begin it again.'),
      );
    const notDone = await replace(now, text);
    // What could not be saved is in the file all the same, so that the next save of the result goes on from it.
    expected = now.getText();
    if (notDone === 'not-edited') throw new Error(vscode.l10n.t('The file cannot be changed.'));
    if (notDone === 'not-saved')
      throw new Error(vscode.l10n.t('The merge is in the file, but the file could not be saved.'));
    await conflict.merged();
  });
  const live = liveSide(target, theirs);
  await vscode.commands.executeCommand('_open.mergeEditor', {
    base: diffs.uri({ name: vscode.l10n.t('{0} before both', toggle), text: baseFile }),
    input1: { uri: diffs.uri({ ...live, text: theirFile }), title: live.name },
    input2: { uri: diffs.uri(fileSide(target, yours)), title: vscode.l10n.t('Your file') },
    output: result,
  });
  return 'merged';
}

/** As one edit, and saved as the merge editor saves what it merges. Undefined when both were done. */
async function replace(
  document: vscode.TextDocument,
  text: string,
): Promise<Exclude<NotMerged, 'changed'> | undefined> {
  const before = document.getText();
  if (before !== text) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(document.positionAt(0), document.positionAt(before.length)), text);
    if (!(await vscode.workspace.applyEdit(edit))) return 'not-edited';
  }
  return (await saved(document)) ? undefined : 'not-saved';
}
