/** A three-way merge in the editor's merge editor: what the file was made from, what is live, and the file. */
import * as vscode from 'vscode';
import type { Pull } from '../../server/src/protocol.js';
import { pullRequest } from '../../server/src/protocol.js';
import { fileSide, liveSide } from './comparisons.js';
import type { Diffs } from './diffs.js';
import type { LanguageServer } from './languageClient.js';
import type { Conflict } from './push/guard.js';
import { mergeStates } from './push/state/mergeStates.js';
import type { State } from './push/state/state.js';
import { normalised, same } from './push/state/state.js';

/**
 * What only one of both has changed is taken over at once, as one edit that undo takes back; what both have is the person's
 * to decide. All others are written as the file is, so that only what differs in meaning differs in the text. Nothing is
 * saved or pushed.
 */
export async function merge(server: LanguageServer, diffs: Diffs, file: vscode.Uri, conflict: Conflict): Promise<void> {
  const { target, base, theirs } = conflict;
  const client = await server.client();
  const written = async (state: State): Promise<Extract<Pull, { kind: 'ready' }>> => {
    const body = JSON.stringify(bodyOf(state, conflict));
    const pull = await client.sendRequest(pullRequest, { uri: file.toString(), body });
    if (pull?.kind !== 'ready') throw new Error(vscode.l10n.t('the file is not one JSON object.'));
    return pull;
  };
  const document = await vscode.workspace.openTextDocument(file);
  const yours = document.getText();
  const { text: baseText } = await written(base);
  const { text: theirText } = await written(theirs.state);
  const { edits, version } = await written(mergeStates({ ...conflict, theirs: theirs.state }));
  const edit = new vscode.WorkspaceEdit();
  edit.set(file, await client.protocol2CodeConverter.asTextEdits([...edits]));
  if (document.version !== version || !(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('the file changed meanwhile. Try again.'));
  const live = { ...liveSide(target, theirs), text: theirText };
  await vscode.commands.executeCommand('_open.mergeEditor', {
    base: diffs.uri({ name: vscode.l10n.t('{0} before both', target.toggle), text: baseText }),
    input1: { uri: diffs.uri(live), title: live.name },
    input2: { uri: diffs.uri(fileSide(target, yours)), title: vscode.l10n.t('Your file') },
    output: file,
  });
}

/** Without the fields that the file leaves to the service, as long as others left them, too. */
function bodyOf(state: State, { base, theirs, kept }: Conflict): Readonly<Record<string, unknown>> {
  const { disabled, content } = normalised(state);
  const [was, now] = [normalised(base), normalised(theirs.state)];
  const isLeft = (key: string) => kept.includes(key) && same(was.content[key], now.content[key]);
  return {
    ...(kept.includes('disabled') && was.disabled === now.disabled ? {} : { disabled }),
    content: Object.fromEntries(Object.entries(content).filter(([key]) => !isLeft(key))),
  };
}
