/** The folders that the client has open: those of `initialize`, and workspace/didChangeWorkspaceFolders. */
import type { Capability } from '../capability.js';
import { DidChangeWorkspaceFoldersNotification } from '../lsp.js';

export const workspaceFolders: Capability = ({ connection, folders, configs, workspace, fenced }) => {
  workspace.foldersChanged({ added: folders, removed: [] });
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) =>
    fenced(undefined, () => {
      workspace.foldersChanged({ added: added.map(({ uri }) => uri), removed: removed.map(({ uri }) => uri) });
      configs.changed();
    }),
  );
  return { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } };
};
