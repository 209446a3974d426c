/** Reads and saves a targeting file in the editor. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { Payload } from '../../../server/src/core/protocol.js';
import { payloadRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';
import { notify } from '../say.js';

/** Tries to save twice, because a save that Auto Save overtakes reports a failure. @returns false if both saves fail */
export async function saved(document: vscode.TextDocument): Promise<boolean> {
  return !document.isDirty || (await document.save()) || document.save();
}

/** @returns the file's body as JSON text; undefined after a message if the file has no body */
export async function fileBody(server: LanguageServer, file: vscode.Uri): Promise<string | undefined> {
  const payload = await payloadOf(server, file);
  if (payload.kind === 'ready') return payload.body;
  const reason =
    payload.kind === 'changed'
      ? t('There is no diff: the file has changed in the meantime. Try again.')
      : t('There is no diff: the file is not a single JSON object.');
  void notify('error', reason);
  return undefined;
}

/** @returns the file's body as JSON text; undefined if the file has no body */
export async function bodyNow(server: LanguageServer, file: vscode.Uri): Promise<string | undefined> {
  const payload = await payloadOf(server, file);
  return payload.kind === 'ready' ? payload.body : undefined;
}

async function payloadOf(server: LanguageServer, file: vscode.Uri): Promise<Payload> {
  const { version } = await vscode.workspace.openTextDocument(file);
  return server.ask(payloadRequest, { uri: file.toString(), version });
}
