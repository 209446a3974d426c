/** What a targeting file says, as it stands in the editor, for the commands that compare it. */
import * as vscode from 'vscode';
import { payloadRequest } from '../../../server/src/protocol.js';
import type { LanguageServer } from '../languageClient.js';

/** JSON text of one object; undefined after the reason was told why there is nothing to compare. */
export async function fileBody(server: LanguageServer, file: vscode.Uri): Promise<string | undefined> {
  const { version } = await vscode.workspace.openTextDocument(file);
  const params = { uri: file.toString(), version, comment: '' };
  const payload = await (await server.client()).sendRequest(payloadRequest, params);
  if (payload.kind === 'ready') return payload.body;
  const reason =
    payload.kind === 'changed'
      ? vscode.l10n.t('There is no diff: the file changed meanwhile. Try again.')
      : vscode.l10n.t('There is no diff: the file is not one JSON object.');
  void vscode.window.showErrorMessage(reason);
  return undefined;
}
