/** Finds our files in the folders of the workspace, also in those for which VS Code has no search. */
import * as vscode from 'vscode';
import { isOurs } from '../../../server/src/core/targeting/fileNames.js';
import { mapConcurrently } from '../../../server/src/service/pace.js';
import { ourFiles } from './ours.js';

export interface Found {
  readonly files: readonly vscode.Uri[];
  /** The limit is reached, or a folder is too large. */
  readonly mayBeMore: boolean;
}

/** @param ending of the wanted files' names; without it, all of our files are wanted */
export async function findOurs(limit: number, ending = '', folder?: vscode.Uri): Promise<Found> {
  const folders = folder ? [folder] : (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const pattern = ending === '' ? ourFiles : `**/*${ending}`;
  const isWanted = ({ path }: vscode.Uri) => isOurs(path) && path.endsWith(ending);
  const found = await Promise.all(folders.map(foundIn));
  // A folder may be within another.
  const files = new Map(found.flatMap((each) => each.files.map((uri) => [uri.toString(), uri])));
  const mayBeMore = files.size >= limit || found.some((each) => each.mayBeMore);
  return { files: [...files.values()].slice(0, limit), mayBeMore };

  /** Most folders that extensions bring have no search: VS Code waits for one. So they are walked through, too, and the first answer counts. */
  async function foundIn(at: vscode.Uri): Promise<Found> {
    const ended = new vscode.CancellationTokenSource();
    const relative = new vscode.RelativePattern(at, pattern);
    const search = vscode.workspace.findFiles(relative, '**/node_modules/**', limit, ended.token);
    const searched = search.then((all) => ({ files: all.filter(isWanted), mayBeMore: false }));
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
    if (count > MAX_FOLDERS) return { files, mayBeMore: true };
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
  return { files, mayBeMore: false };
}

/** Each is a request to wherever the folder is. */
const MAX_FOLDERS = 1_000;
