/** A three-way merge in the editor's merge editor: what the file was made from, what is live, and the file. */
import * as vscode from 'vscode';
import { payloadRequest, pullRequest } from '../../server/src/protocol.js';
import { fileSide, liveSide } from './comparisons.js';
import type { Diffs } from './diffs.js';
import type { LanguageServer } from './languageClient.js';
import type { Conflict } from './push/guard.js';
import { mergeStates } from './push/state/mergeStates.js';
import type { State } from './push/state/state.js';
import { effective, readBody, sameState } from './push/state/state.js';
import { stateInFile } from './push/stateInFile.js';

/**
 * What only one of both has changed is taken over at once, as one edit that undo takes back; what both have is the person's
 * to decide. All others are written as the file is, so that only what differs in meaning differs in the text. Nothing is
 * pushed.
 * @returns false, with the file as it is, when it says something else by now than what the conflict is about
 */
export async function merge(
  server: LanguageServer,
  diffs: Diffs,
  file: vscode.Uri,
  conflict: Conflict,
): Promise<boolean> {
  const { target, base, theirs } = conflict;
  const client = await server.client();
  const document = await vscode.workspace.openTextDocument(file);
  const [uri, version, yours] = [file.toString(), document.version, document.getText()];
  const payload = await client.sendRequest(payloadRequest, { uri, version, comment: '' });
  const says = payload.kind === 'ready' ? effective(readBody(payload.body), theirs.state).state : undefined;
  if (says === undefined || !sameState(says, conflict.yours)) return false;

  const written = (state: State) =>
    client.sendRequest(pullRequest, { uri, body: JSON.stringify(stateInFile(state, conflict)) });
  const baseFile = await written(base);
  const theirFile = await written(theirs.state);
  const merged = await written(mergeStates({ ...conflict, theirs: theirs.state }, conflict.kept));
  if (baseFile?.kind !== 'ready' || theirFile?.kind !== 'ready' || merged?.kind !== 'ready') return false;
  const edit = new vscode.WorkspaceEdit();
  edit.set(file, await client.protocol2CodeConverter.asTextEdits([...merged.edits]));
  const isSame = !document.isClosed && document.version === version && merged.version === version;
  if (!isSame || !(await vscode.workspace.applyEdit(edit))) return false;
  const live = { ...liveSide(target, theirs), text: theirFile.text };
  await vscode.commands.executeCommand('_open.mergeEditor', {
    base: diffs.uri({ name: vscode.l10n.t('{0} before both', target.toggle), text: baseFile.text }),
    input1: { uri: diffs.uri(live), title: live.name },
    input2: { uri: diffs.uri(fileSide(target, yours)), title: vscode.l10n.t('Your file') },
    output: file,
  });
  return true;
}
