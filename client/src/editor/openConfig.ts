/** Opens the config that says where a file goes, or leads through making one. */
import * as vscode from 'vscode';
import { targetsRequest } from '../../../server/src/protocol.js';
import type { LanguageServer } from './languageClient.js';
import { createConfig } from './questions/createConfig.js';

export async function openConfig(server: LanguageServer, uri: vscode.Uri): Promise<void> {
  const targets = await (await server.client()).sendRequest(targetsRequest, { uri: uri.toString() });
  if (targets.kind !== 'none') await vscode.window.showTextDocument(vscode.Uri.parse(targets.configUri));
  else await createConfig(uri);
}
