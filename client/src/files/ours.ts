/** Which documents are ours: by their names, and in folders. The sides of diffs, and what was never saved, are not. */
import * as vscode from 'vscode';
import {
  configFileName,
  isOurs as isOursByName,
  targetingEnding,
  testsEnding,
  usersFileName,
} from '../../../server/src/core/targeting/fileNames.js';

type Document = Pick<vscode.TextDocument, 'uri'>;

/** All of our files, for `findFiles` and watchers. */
export const ourFiles = `**/{*${targetingEnding},${configFileName},${usersFileName},*${testsEnding}}`;

export const targetingFiles = `**/*${targetingEnding}`;

/** For providers of lenses and actions that need more than a text. */
export const targetingFilesOnDisk = { scheme: 'file', pattern: targetingFiles };

/** Of files on disk, and of those that the workspace has from elsewhere (`vscode-vfs`). */
export function schemes(): readonly string[] {
  return [...new Set(['file', ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)])];
}

export function isInFolder(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

export function isTargetingFile({ uri }: Document): boolean {
  return uri.path.endsWith(targetingEnding) && isInFolder(uri);
}

export function isConfig({ uri }: Document): boolean {
  return uri.path.endsWith(`/${configFileName}`) && isInFolder(uri);
}

/** A targeting file, a config, users or tests. */
export function isOurs({ uri }: Document): boolean {
  return isOursByName(uri.path) && isInFolder(uri);
}
