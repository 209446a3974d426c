/** What a targeting file says, as it stands in the editor. */
import * as vscode from 'vscode';
import { payloadRequest } from '../../server/src/protocol.js';
import type { LanguageServer } from './languageClient.js';
import type { State } from './push/state.js';
import { asObject, effective } from './push/state.js';

/**
 * What would be live if the file were pushed now; undefined while its text is not one JSON object.
 * @param live what fields have that the file leaves out
 */
export async function fileState(server: LanguageServer, file: vscode.Uri, live: State): Promise<State | undefined> {
  const { version } = await vscode.workspace.openTextDocument(file);
  const params = { uri: file.toString(), version, comment: '' };
  const payload = await (await server.client()).sendRequest(payloadRequest, params);
  // Typed into meanwhile: then it is what it says now.
  if (payload.kind === 'changed') return fileState(server, file, live);
  return payload.kind === 'ready' ? effective(asObject(JSON.parse(payload.body)) ?? {}, live).state : undefined;
}
