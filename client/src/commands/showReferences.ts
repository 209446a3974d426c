/** The command that shows references. Only the server's code lenses run it. */
import * as vscode from 'vscode';
import { ReferencesRequest } from 'vscode-languageclient';
import type { Position } from 'vscode-languageserver-types';
import type { LanguageServer } from '../server/languageClient.js';

export async function showReferences(server: LanguageServer, uri: string, position: Position): Promise<void> {
  const client = await server.client();
  const found = await client.sendRequest(ReferencesRequest.type, {
    textDocument: { uri },
    position,
    context: { includeDeclaration: false },
  });
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    client.protocol2CodeConverter.asUri(uri),
    client.protocol2CodeConverter.asPosition(position),
    await client.protocol2CodeConverter.asReferences(found ?? []),
  );
}
