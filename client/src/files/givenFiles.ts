/** Sends our files to a language server that cannot read them (in a browser or virtual folder), up to a limit. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { GivenFile } from '../../../server/src/core/protocol.js';
import { givenFilesNotification } from '../../../server/src/core/protocol.js';
import { isOurs, targetingEnding } from '../../../server/src/core/targeting/fileNames.js';
import { mapConcurrently } from '../../../server/src/service/pace.js';
import { logged } from '../fence.js';
import { findOwnFiles } from './findOurs.js';
import { inBrowser } from '../here.js';

export function hasToGive(): boolean {
  return foldersToGive(vscode.workspace.workspaceFolders).length > 0;
}

/** Sends all current files, then each changed file. */
export function giveFiles(client: BaseLanguageClient, log: vscode.LogOutputChannel): vscode.Disposable {
  const { workspace } = vscode;
  const sizes = new Map<string, number>();
  let mayMissFiles = false;
  const read = async (uri: vscode.Uri): Promise<readonly GivenFile[]> => {
    try {
      const bytes = await workspace.fs.readFile(uri);
      sizes.set(uri.toString(), bytes.length);
      const sum = [...sizes.values()].reduce((all, size) => all + size, 0);
      mayMissFiles ||= sum > MAX_BYTES;
      if (sum > MAX_BYTES) throw new Error(t('{0} exceeds the total size of files that can be read.', uri.toString()));
      return [{ uri: uri.toString(), text: new TextDecoder().decode(bytes) }];
    } catch (error) {
      // The file is gone, unreadable or over the limit; the server treats the file as missing.
      logged(log)(error);
      return [];
    }
  };
  const give = async (uris: readonly vscode.Uri[]) => {
    await mapConcurrently(atOnce, uris, async (uri) => {
      const files = await read(uri);
      await client.sendNotification(givenFilesNotification, { files, isComplete: false, mayMissFiles });
    });
  };
  const giveFolders = async (folders: readonly vscode.Uri[]) => {
    for (const folder of folders) {
      const found = await findOwnFiles(MAX_FILES, '', folder);
      const { files } = found;
      mayMissFiles ||= found.mayMissFiles;
      // Configs and users are sent first, because other files depend on them.
      const [targeting, others] = [files.filter(isTargeting), files.filter((uri) => !isTargeting(uri))];
      await give([...others, ...targeting]);
    }
  };
  const changed = (uri: vscode.Uri) => {
    if (!isToGive(uri)) return;
    (isOurs(uri.path) ? give([uri]) : mayBeFolder(uri) ? giveFolders([uri]) : Promise.resolve()).catch(logged(log));
  };
  giveFolders(foldersToGive(workspace.workspaceFolders))
    .catch((error: unknown) => {
      // After a failure, the server must neither wait for more files nor report files as missing.
      mayMissFiles = true;
      logged(log)(error);
    })
    .then(() => client.sendNotification(givenFilesNotification, { files: [], isComplete: true, mayMissFiles }))
    .catch(logged(log));
  // VS Code itself notifies the server of deleted files.
  const watcher = workspace.createFileSystemWatcher('**', false, false, true);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(changed),
    watcher.onDidChange((uri) => isOurs(uri.path) && changed(uri)),
    workspace.onDidChangeWorkspaceFolders(({ added }) => {
      giveFolders(foldersToGive(added)).catch(logged(log));
    }),
  );
}

function foldersToGive(folders: readonly vscode.WorkspaceFolder[] = []): readonly vscode.Uri[] {
  return folders.map(({ uri }) => uri).filter(isToGive);
}

function isToGive({ scheme }: vscode.Uri): boolean {
  return inBrowser || scheme !== 'file';
}

function isTargeting({ path }: vscode.Uri): boolean {
  return path.endsWith(targetingEnding);
}

function mayBeFolder({ path }: vscode.Uri): boolean {
  return !path.slice(path.lastIndexOf('/')).includes('.');
}

const MAX_FILES = 2_000;
/** The maximum total size of the files, in bytes. */
const MAX_BYTES = 20 * 1024 * 1024;
const atOnce = 8;
