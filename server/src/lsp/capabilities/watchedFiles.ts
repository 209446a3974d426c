/** workspace/didChangeWatchedFiles: asks the client to tell of files and folders of ours that change on disk, and follows them. */
import { configFileName, targetingEnding } from '../../targeting/fileNames.js';
import type { Capability } from '../capability.js';
import { DidChangeWatchedFilesNotification, WatchKind } from '../lsp.js';

/** Folders as well: where one is deleted, editors tell of it alone and not of the files in it. */
const watchers = [
  { globPattern: `**/${configFileName}` },
  { globPattern: `**/*${targetingEnding}` },
  { globPattern: '**', kind: WatchKind.Create | WatchKind.Delete },
];

export const watchedFiles: Capability = ({ connection, client, configs, workspace, documents, fenced, logged }) => {
  connection.onDidChangeWatchedFiles(({ changes }) =>
    fenced(undefined, () => {
      workspace.filesChanged(changes);
      if (changes.some(({ uri }) => uri.endsWith(`/${configFileName}`))) configs.changed();
    }),
  );
  if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
    connection.onInitialized(() => {
      connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(logged);
    });
  } else {
    // Such a client gives no other chance to notice a changed config.
    documents.onDidSave(({ document }) =>
      fenced(undefined, () => {
        if (document.kind !== 'config') configs.changed();
      }),
    );
  }
  return {};
};
