/**
 * The limit: an LSP server on the same library that keeps its documents up to date as the library does it, and answers
 * without doing any work. `--answers` names a file with
 * what it answers to other requests, by method.
 */
import { readFileSync } from 'node:fs';
import type { InitializeResult } from 'vscode-languageserver/node';
import { createConnection, ProposedFeatures, TextDocuments, TextDocumentSyncKind } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);

connection.onInitialize((): InitializeResult => ({
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
  },
}));
const file = process.argv.indexOf('--answers') + 1;
if (file > 0) {
  const answers = JSON.parse(readFileSync(process.argv[file] ?? '', 'utf8')) as Readonly<Record<string, unknown>>;
  connection.onRequest((method) => answers[method] ?? null);
}
connection.languages.diagnostics.on(() => ({ kind: 'full', items: [] }));
documents.listen(connection);
connection.listen();
