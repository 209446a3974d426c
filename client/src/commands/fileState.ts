/** What a targeting file says, as it stands in the editor. */
import * as vscode from 'vscode';
import { payloadRequest } from '../../../server/src/protocol.js';
import type { LanguageServer } from '../languageClient.js';
import type { State } from '../push/state/state.js';
import { asObject, effective } from '../push/state/state.js';

/**
 * What would be live if the file were pushed now; undefined after the reason was told why there is nothing to compare.
 * @param live what fields have that the file leaves out
 */
export async function fileState(server: LanguageServer, file: vscode.Uri, live: State): Promise<State | undefined> {
  const { version } = await vscode.workspace.openTextDocument(file);
  const params = { uri: file.toString(), version, comment: '' };
  const payload = await (await server.client()).sendRequest(payloadRequest, params);
  if (payload.kind === 'ready') return effective(asObject(JSON.parse(payload.body)) ?? {}, live).state;
  const reason =
    payload.kind === 'changed'
      ? vscode.l10n.t('There is no diff: the file changed meanwhile. Try again.')
      : vscode.l10n.t('There is no diff: the file is not one JSON object.');
  void vscode.window.showErrorMessage(reason);
  return undefined;
}
