/** The command that deletes a served variation after asking for a replacement. The server's code action runs it. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { asObject } from '../../../server/src/core/json/plain.js';
import { deleteVariationRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';
import { notify, pick } from '../say.js';

/** @param argument should come from the code action, but is unchecked: any extension can run the command */
export async function deleteVariation(server: LanguageServer, argument: unknown): Promise<void> {
  const { uri: file, version: shown, index } = asObject(argument) ?? {};
  if (typeof file !== 'string' || typeof shown !== 'number' || typeof index !== 'number') return;
  const deletion = { uri: file, version: shown, index };
  const client = await server.client();
  let answer = await client.sendRequest(deleteVariationRequest, deletion);
  if (answer.kind === 'asks') {
    const items = answer.replacements.map(({ index, label, detail }) => ({ index, label, ...(detail && { detail }) }));
    const title = t('Variation to serve instead of {0}', answer.variation);
    const picked = await pick(items, { title, matchOnDetail: true });
    if (picked === undefined) return;
    answer = await client.sendRequest(deleteVariationRequest, { ...deletion, instead: picked.index });
  }
  const edit = answer.kind === 'ready' ? await client.protocol2CodeConverter.asWorkspaceEdit(answer.edit) : undefined;
  const isCurrent = vscode.workspace.textDocuments.some(
    ({ uri, version }) => version === shown && client.code2ProtocolConverter.asUri(uri) === file,
  );
  if (edit !== undefined && isCurrent && (await vscode.workspace.applyEdit(edit))) return;
  void notify('information', t('The file has changed in the meantime, so nothing was deleted. Please try again.'));
}
