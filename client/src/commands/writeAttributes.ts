/** The command that lists the attributes that a config's files use. The server writes and shows the list. */
import type * as vscode from 'vscode';
import { writeAttributesRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';
import { notify } from '../say.js';

export async function writeAttributes(server: LanguageServer, file: vscode.Uri): Promise<void> {
  const client = await server.client();
  const uri = client.code2ProtocolConverter.asUri(file);
  const refusal = await client.sendRequest(writeAttributesRequest, { uri });
  if (refusal !== null) void notify('information', refusal);
}
