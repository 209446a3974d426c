/** Follows changes of the client's folders and settings, and of our files on disk. */
import { givenFilesNotification } from '../../core/protocol.js';
import { configFileName, kindOf, targetingEnding, testsEnding, usersFileName } from '../../core/targeting/fileNames.js';
import { languageOf } from '../../core/code/lexer/languages.js';
import { codeOwnersName, affectsOwners } from '../../workspace/config/codeOwnersFiles.js';
import { nameOf } from '../../workspace/disk/uris.js';
import { DidChangeWatchedFilesNotification, DidChangeWorkspaceFoldersNotification, WatchKind } from '../lsp.js';
import type { FileChange } from '../../workspace/workspaceFiles.js';
import type { Capability } from '../session.js';

/** The watched patterns. They include folders, because editors report a deleted folder without its files. */
const watchers = [
  { globPattern: `**/${configFileName}` },
  { globPattern: `**/*${targetingEnding}` },
  { globPattern: `**/*${testsEnding}` },
  { globPattern: `**/${usersFileName}` },
  { globPattern: `**/${codeOwnersName}` },
  { globPattern: '**', kind: WatchKind.Create | WatchKind.Delete },
];

function isCode({ uri }: FileChange): boolean {
  return languageOf(nameOf(uri)) !== undefined;
}

const targetingFiles = { filters: [{ pattern: { glob: `**/*${targetingEnding}` } }] };

export const workspaceChanges: Capability = (session) => {
  const { connection, client, folders, settings, project, documents, given, changes, fenced, logged } = session;
  const filesChanged = (files: readonly FileChange[]) => {
    project.files.filesChanged(files);
    changes.made({ of: 'disk' });
    if (files.some(({ uri }) => kindOf(uri) === 'config' || affectsOwners(uri))) project.configsChanged();
    for (const { uri } of files) if (kindOf(uri) === 'tests') project.testsChanged(uri);
    if (files.some(({ uri }) => kindOf(uri) === 'users')) project.usersChanged();
  };
  connection.onDidChangeWatchedFiles(({ changes: files }) =>
    fenced(undefined, () => {
      for (const { uri, type } of files) if (type === 3) given.gone(uri);
      const inCode = files.filter(isCode);
      const others = files.filter((file) => !isCode(file) || file.type !== 2);
      for (const { uri } of inCode) changes.made({ of: 'code', uri });
      if (inCode.some(({ type }) => type !== 2)) {
        session.code.listChanged();
        changes.made({ of: 'calls' });
      }
      // If only the content of code changed, none of our files is affected.
      if (others.length > 0) filesChanged(others);
    }),
  );
  connection.onNotification(givenFilesNotification, (news) =>
    fenced(undefined, () => {
      given.take(news);
      filesChanged(news.files.map(({ uri }) => ({ uri, type: 2 })));
    }),
  );
  if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
    session.onInitialized(() => {
      connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(logged);
    });
  } else {
    // If the client does not watch files, each save is treated as a sign that a config or the users may have changed.
    documents.onDidSave(({ document }) =>
      fenced(undefined, () => {
        if (document.kind !== 'users') project.usersChanged();
        if (document.kind !== 'config') project.configsChanged();
      }),
    );
  }
  project.files.foldersChanged({ added: folders, removed: [] });
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) =>
    fenced(undefined, () => {
      project.files.foldersChanged({ added: added.map(({ uri }) => uri), removed: removed.map(({ uri }) => uri) });
      project.usersChanged();
      project.configsChanged();
    }),
  );
  connection.onDidChangeConfiguration((changed) => fenced(undefined, () => settings.change(changed.settings)));
  return {
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: { didDelete: targetingFiles, didRename: targetingFiles },
    },
  };
};
