/** A three-way merge in the editor's merge editor: what the file was made from, what is live, and the file. */
import * as vscode from 'vscode';
import { pullRequest } from '../../server/src/protocol.js';
import type { Diffs } from './diffs.js';
import type { LanguageServer } from './languageClient.js';
import type { Conflict } from './push/guardedPush.js';
import type { State } from './push/state.js';
import { normalised } from './push/state.js';

/**
 * Both others are written as the file is, so that only what differs in meaning differs in the text. The result stands in
 * the file, not saved: before that, neither the file on disk nor the service changes.
 */
export async function merge(server: LanguageServer, diffs: Diffs, file: vscode.Uri, conflict: Conflict): Promise<void> {
  const { target, base, theirs } = conflict;
  const written = async (state: State): Promise<string> => {
    const body = JSON.stringify(normalised(state));
    const pull = await (await server.client()).sendRequest(pullRequest, { uri: file.toString(), body });
    if (pull?.kind !== 'ready') throw new Error(vscode.l10n.t('the file is not one JSON object.'));
    return pull.text;
  };
  const [baseText, theirText, document] = [
    await written(base),
    await written(theirs.state),
    await vscode.workspace.openTextDocument(file),
  ];
  const live = vscode.l10n.t('{0} live in {1}, version {2}', target.toggle, target.environment, theirs.version);
  await vscode.commands.executeCommand('_open.mergeEditor', {
    base: diffs.uri({ name: vscode.l10n.t('{0} before both', target.toggle), text: baseText }),
    input1: { uri: diffs.uri({ name: live, text: theirText }), title: live },
    input2: {
      uri: diffs.uri({ name: vscode.l10n.t('{0} in your file', target.toggle), text: document.getText() }),
      title: vscode.l10n.t('Your file'),
    },
    output: file,
  });
  // What only one of both changed is taken over at once; undo gives the file back as it was.
  await vscode.commands.executeCommand('mergeEditor.resetResultToBaseAndAutoMerge');
}
