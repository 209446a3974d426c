/**
 * The limit: an LSP server on the same library that keeps its documents up to date as the library does it, and answers
 * without doing any work. `--push` sends problems (none) at every change, otherwise it waits to be asked.
 */
import type { InitializeResult } from 'vscode-languageserver/node';
import { createConnection, ProposedFeatures, TextDocuments, TextDocumentSyncKind } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);
const pushes = process.argv.includes('--push');

connection.onInitialize((): InitializeResult => ({
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    ...(!pushes && { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }),
  },
}));
if (pushes) {
  documents.onDidChangeContent(({ document: { uri, version } }) => {
    void connection.sendDiagnostics({ uri, version, diagnostics: [] });
  });
}
connection.languages.diagnostics.on(() => ({ kind: 'full', items: [] }));
documents.listen(connection);
connection.listen();
