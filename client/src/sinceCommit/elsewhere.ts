import type * as vscode from 'vscode';
import { targetsRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';

/** Whether the config knows other environments for the toggle of a file. */
export async function isElsewhere(server: LanguageServer, file: vscode.Uri): Promise<boolean> {
  const found = await server.ask(targetsRequest, { uri: file.toString(), everywhere: true });
  return found.kind === 'found' && found.bound && found.targets.length > 1;
}
