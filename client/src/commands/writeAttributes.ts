/** The command that lists the attributes that a config's files use. The server writes and shows the list. */
import * as vscode from 'vscode';
import { writeAttributesRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';
import { isConfig, isTargetingFile } from '../files/ours.js';
import { notify } from '../say.js';

export async function writeAttributes(server: LanguageServer, resource?: vscode.Uri): Promise<void> {
  const uri = resource ?? openFile();
  if (uri === undefined)
    return void notify('information', vscode.l10n.t('Open a targeting file or targeting.config.json first.'));
  const client = await server.client();
  const refusal = await client.sendRequest(writeAttributesRequest, {
    uri: client.code2ProtocolConverter.asUri(uri),
  });
  if (refusal !== null) void notify('information', refusal);
}

function openFile(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document;
  return active !== undefined && (isTargetingFile(active) || isConfig(active)) ? active.uri : undefined;
}
