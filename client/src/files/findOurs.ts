/** Finds our files in the workspace folders. Walks folders that VS Code may be unable to search. */
import * as vscode from 'vscode';
import { isOurs } from '../../../server/src/core/targeting/fileNames.js';
import { mapConcurrently } from '../../../server/src/service/pace.js';
import { ourFiles } from './ours.js';

export interface Found {
  readonly files: readonly vscode.Uri[];
  /** Whether files may be missing because the limit was reached or a folder is too large. */
  readonly mayMissFiles: boolean;
}

/** @param ending the end of the file names; if empty, all of our files are found */
export async function findOwnFiles(limit: number, ending = '', folder?: vscode.Uri): Promise<Found> {
  const folders = folder ? [folder] : (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const pattern = ending === '' ? ourFiles : `**/*${ending}`;
  const isWanted = ({ path }: vscode.Uri) => isOurs(path) && path.endsWith(ending);
  const found = await Promise.all(folders.map(foundIn));
  // A workspace folder may contain another workspace folder, so a file may be found twice.
  const files = new Map(found.flatMap((each) => each.files.map((uri) => [uri.toString(), uri])));
  const mayMissFiles = files.size >= limit || found.some((each) => each.mayMissFiles);
  return { files: [...files.values()].slice(0, limit), mayMissFiles };

  /** Also walks virtual folders: on most virtual file systems, `findFiles` waits for a missing search provider. */
  async function foundIn(at: vscode.Uri): Promise<Found> {
    const ended = new vscode.CancellationTokenSource();
    const relative = new vscode.RelativePattern(at, pattern);
    const search = vscode.workspace.findFiles(relative, '**/node_modules/**', limit, ended.token);
    const searched = search.then((all) => ({ files: all.filter(isWanted), mayMissFiles: false }));
    const first = await (at.scheme === 'file' ? searched : Promise.race([searched, walked(at, isWanted, ended.token)]));
    ended.cancel();
    return first;
  }
}

async function walked(
  folder: vscode.Uri,
  isWanted: (uri: vscode.Uri) => boolean,
  ended: vscode.CancellationToken,
): Promise<Found> {
  const files: vscode.Uri[] = [];
  let level: readonly vscode.Uri[] = [folder];
  for (let count = 1; level.length > 0 && !ended.isCancellationRequested; count += level.length) {
    if (count > MAX_FOLDERS) return { files, mayMissFiles: true };
    const below: vscode.Uri[] = [];
    await mapConcurrently(8, level, async (at) => {
      for (const [name, type] of await vscode.workspace.fs.readDirectory(at).then(undefined, () => [])) {
        const uri = vscode.Uri.joinPath(at, name);
        if (type !== vscode.FileType.Directory) files.push(...[uri].filter(isWanted));
        else if (name !== 'node_modules' && name !== '.git') below.push(uri);
      }
    });
    level = below;
  }
  return { files, mayMissFiles: false };
}

/** The maximum number of folders to search; each folder costs a request to its file system. */
const MAX_FOLDERS = 1_000;
