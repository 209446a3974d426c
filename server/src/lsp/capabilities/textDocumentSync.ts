/** Follows open documents. `documents` (session.ts) applies each edit to the document before these handlers run. */
import type { Capability } from '../session.js';
import { CodeDocument } from '../code/codeDocument.js';
import { isOurs } from '../../core/targeting/fileNames.js';
import { TextDocumentSyncKind } from '../lsp.js';

export const textDocumentSync: Capability = (session) => {
  const { connection, documents, codeDocuments, project, services, settings, fenced } = session;
  documents.onDidOpen(({ document: { kind } }) => {
    if (project.isKnown || kind === 'config') return;
    // The files are read in the background, after the requests about the opened file.
    setImmediate(() => void fenced<unknown>(undefined, () => project.ready()));
  });
  documents.onDidChangeContent(({ document }) =>
    fenced(undefined, () => {
      if (document.kind === 'config') project.configsChanged();
      else if (document.kind === 'users') project.usersChanged();
      else if (document.kind === 'tests') project.testsChanged(document.uri);
      else project.files.opened(document.uri, document.json);
    }),
  );
  documents.onDidClose(({ document }) =>
    fenced(undefined, () => {
      project.closed(document.uri);
      services.closed(document.uri);
      if (document.kind === 'config') project.configsChanged();
      else if (document.kind === 'users') project.usersChanged();
      else if (document.kind === 'tests') project.testsChanged(document.uri);
      else project.files.closed(document.uri);
    }),
  );
  documents.listen({
    ...connection,
    // Files that are neither ours nor code are ignored, because many editors send every JSON file.
    onDidOpenTextDocument: (opened) =>
      connection.onDidOpenTextDocument((params) => {
        const { uri, languageId, version, text } = params.textDocument;
        const code = isOurs(uri) ? undefined : CodeDocument.open(uri, languageId, version, text);
        if (code !== undefined) haveCode(uri, code);
        else if (isOurs(uri) || settings.now.allFiles) void opened(params);
      }),
    onDidChangeTextDocument: (changed) =>
      connection.onDidChangeTextDocument((params) => {
        const { uri, version } = params.textDocument;
        const code = codeDocuments.get(uri);
        if (code === undefined) void changed(params);
        else void fenced(undefined, () => haveCode(uri, code.changed(params.contentChanges, version)));
      }),
    onDidCloseTextDocument: (closed) =>
      connection.onDidCloseTextDocument((params) => {
        if (codeDocuments.has(params.textDocument.uri)) haveCode(params.textDocument.uri, undefined);
        else void closed(params);
      }),
  });
  return { textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true } };

  function haveCode(uri: string, code: CodeDocument | undefined): void {
    if (code === undefined) codeDocuments.delete(uri);
    else codeDocuments.set(uri, code);
    session.changes.made({ of: 'code', uri });
  }
};
