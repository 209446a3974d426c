/**
 * Follows the documents of ours that the editor has open. At a keystroke, `documents` (session.ts) makes the next version of the
 * document before anything here is called; diagnostics.ts tells the editor of its problems.
 */
import type { Capability } from '../session.js';
import { isOurs } from '../../core/targeting/fileNames.js';
import { TextDocumentSyncKind } from '../lsp.js';

export const textDocumentSync: Capability = ({
  connection,
  documents,
  configs,
  workspace,
  otherFiles,
  beside,
  services,
  settings,
  fenced,
}) => {
  documents.onDidOpen(({ document: { kind } }) => {
    if (otherFiles.areKnown || kind === 'config') return;
    // In the background, once the file that was opened has its answers.
    setImmediate(() => void fenced<unknown>(undefined, () => otherFiles.ready()));
  });
  documents.onDidChangeContent(({ document }) =>
    fenced(undefined, () => {
      if (document.kind === 'config') configs.changed();
      else if (document.kind === 'users') beside.usersChanged();
      else workspace.opened(document.uri, document.json);
    }),
  );
  documents.onDidClose(({ document }) =>
    fenced(undefined, () => {
      otherFiles.closed(document.uri);
      services.closed(document.uri);
      if (document.kind === 'config') configs.changed();
      else if (document.kind === 'users') beside.usersChanged();
      else workspace.closed(document.uri);
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
