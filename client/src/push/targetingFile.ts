/** A targeting file in the editor: what it says now, and how it is saved. */
import * as vscode from 'vscode';
import type { Payload } from '../../../server/src/core/protocol.js';
import { payloadRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';
import { notify } from '../say.js';

/** False when it could not be saved. A save that another one overtakes, such as Auto Save, ends as if it had failed. */
export async function saved(document: vscode.TextDocument): Promise<boolean> {
  return !document.isDirty || (await document.save()) || document.save();
}

/** JSON text of one object; undefined after the reason was told why there is nothing to compare. */
export async function fileBody(server: LanguageServer, file: vscode.Uri): Promise<string | undefined> {
  const payload = await payloadOf(server, file);
  if (payload.kind === 'ready') return payload.body;
  const reason =
    payload.kind === 'changed'
      ? vscode.l10n.t('There is no diff: the file has changed in the meantime. Try again.')
      : vscode.l10n.t('There is no diff: the file is not a single JSON object.');
  void notify('error', reason);
  return undefined;
}

/** JSON text of one object; undefined, without a word, where there is none. */
export async function bodyNow(server: LanguageServer, file: vscode.Uri): Promise<string | undefined> {
  const payload = await payloadOf(server, file);
  return payload.kind === 'ready' ? payload.body : undefined;
}

/** What the file says at this moment. */
export async function payloadOf(server: LanguageServer, file: vscode.Uri): Promise<Payload> {
  const { version } = await vscode.workspace.openTextDocument(file);
  return server.ask(payloadRequest, { uri: file.toString(), version });
}
