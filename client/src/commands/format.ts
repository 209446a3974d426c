/**
 * The formatter of the language server: always as a command, and as one of VS Code's formatters for those alone who want it.
 * Beside another formatter of JSON, VS Code would ask everyone else which of them is meant.
 */
import * as vscode from 'vscode';
import { DocumentFormattingRequest } from 'vscode-languageclient';
import { targetingEnding } from '../../../server/src/core/targeting/fileNames.js';
import { openTargetingFile } from '../questions/chooseFile.js';
import type { LanguageServer } from '../languageClient.js';
import { schemes } from '../ours.js';
import { notify } from '../say.js';

/** Formats the file in the editor, in one edit. */
export async function formatFile(server: LanguageServer): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || openTargetingFile() === undefined) return;
  const { document } = editor;
  const { version } = document;
  const { tabSize, insertSpaces } = editor.options;
  const options = { tabSize: Number(tabSize), insertSpaces: insertSpaces === true };
  const edits = await formattingEdits(server, document, options);
  if (edits === undefined) {
    const sentence = vscode.l10n.t('The file is not formatted, as it has syntax errors or is larger than 2 MiB.');
    void notify('warning', sentence);
    return;
  }
  // What was typed meanwhile goes before, as in VS Code's own formatting.
  if (document.version !== version || edits.length === 0) return;
  await editor.edit((builder) => edits.forEach(({ range, newText }) => builder.replace(range, newText)));
}

/** VS Code has it among its formatters as long as the setting says so. */
export function formatter(server: LanguageServer): vscode.Disposable {
  const selector = schemes().map((scheme) => ({ scheme, pattern: `**/*${targetingEnding}` }));
  let registered: vscode.Disposable | undefined;
  const follow = () => {
    registered?.dispose();
    registered = vscode.workspace.getConfiguration('toggleTargeting').get<boolean>('format.enable', false)
      ? vscode.languages.registerDocumentFormattingEditProvider(selector, {
          provideDocumentFormattingEdits: (document, options) => formattingEdits(server, document, options),
        })
      : undefined;
  };
  const configured = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('toggleTargeting.format')) follow();
  });
  follow();
  return vscode.Disposable.from(configured, { dispose: () => void registered?.dispose() });
}

/** Undefined where the text cannot be formatted. */
async function formattingEdits(
  server: LanguageServer,
  document: vscode.TextDocument,
  options: vscode.FormattingOptions,
): Promise<vscode.TextEdit[] | undefined> {
  const client = await server.client();
  const insertFinalNewline = vscode.workspace
    .getConfiguration('files', document)
    .get<boolean>('insertFinalNewline', false);
  const edits = await client.sendRequest(DocumentFormattingRequest.type, {
    textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
    options: client.code2ProtocolConverter.asFormattingOptions(options, { insertFinalNewline }),
  });
  return client.protocol2CodeConverter.asTextEdits(edits);
}
