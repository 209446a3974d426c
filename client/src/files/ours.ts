/** Which documents are ours: by their names, and in folders. The sides of diffs, and what was never saved, are not. */
import * as vscode from 'vscode';
import {
  configFileName,
  targetingEnding,
  testsEnding,
  usersFileName,
} from '../../../server/src/core/targeting/fileNames.js';

type Document = Pick<vscode.TextDocument, 'uri'>;

/** All of our files, for `findFiles` and watchers. */
export const ourFiles = `**/{*${targetingEnding},${configFileName},${usersFileName},*${testsEnding}}`;

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

/** Users, or tests. */
export function isOfUsers({ uri }: Document): boolean {
  const isOurs = uri.path.endsWith(`/${usersFileName}`) || uri.path.endsWith(testsEnding);
  return isOurs && isInFolder(uri);
}
