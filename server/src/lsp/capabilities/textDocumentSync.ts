/**
 * Follows the documents of ours that the editor has open. At a keystroke, `documents` (session.ts) makes the next version of the
 * document before anything here is called; diagnostics.ts tells the editor of its problems.
 */
import type { Capability } from '../session.js';
import { isOurs } from '../../core/targeting/fileNames.js';
import { TextDocumentSyncKind } from '../lsp.js';

export const textDocumentSync: Capability = ({ connection, documents, project, services, settings, fenced }) => {
  documents.onDidOpen(({ document: { kind } }) => {
    if (project.isKnown || kind === 'config') return;
    // In the background, once the file that was opened has its answers.
    setImmediate(() => void fenced<unknown>(undefined, () => project.ready()));
  });
  documents.onDidChangeContent(({ document }) =>
    fenced(undefined, () => {
      if (document.kind === 'config') project.configsChanged();
      else if (document.kind === 'users') project.usersChanged();
      else project.files.opened(document.uri, document.json);
    }),
  );
  documents.onDidClose(({ document }) =>
    fenced(undefined, () => {
      project.closed(document.uri);
      services.closed(document.uri);
      if (document.kind === 'config') project.configsChanged();
      else if (document.kind === 'users') project.usersChanged();
      else project.files.closed(document.uri);
    }),
  );
  documents.listen({
    ...connection,
    // Of what is not opened here, nothing else is heard; many an editor sends every JSON file.
    onDidOpenTextDocument: (opened) =>
      connection.onDidOpenTextDocument((params) => {
        if (isOurs(params.textDocument.uri) || settings.now.allFiles) void opened(params);
      }),
  });
  return { textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true } };
};
