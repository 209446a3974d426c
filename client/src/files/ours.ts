/** Recognizes our documents by name and scheme. Excludes untitled documents and the virtual documents of diffs. */
import * as vscode from 'vscode';
import {
  configFileName,
  isOurs as isOursByName,
  targetingEnding,
  testsEnding,
  usersFileName,
} from '../../../server/src/core/targeting/fileNames.js';
import type { LensName } from '../../../server/src/core/protocol/settings.js';
import { lensesOf } from '../../../server/src/core/protocol/settings.js';

type Document = Pick<vscode.TextDocument, 'uri'>;

/** A glob that matches all of our files, for `findFiles` and watchers. */
export const ourFiles = `**/{*${targetingEnding},${configFileName},${usersFileName},*${testsEnding}}`;

export const targetingFiles = `**/*${targetingEnding}`;

/** A selector for providers of lenses and actions that need the targeting file on disk, not only its text. */
export const targetingFilesOnDisk = { scheme: 'file', pattern: targetingFiles };

/** The URI schemes of our files: `file`, and the schemes of virtual workspace folders (`vscode-vfs`). */
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

export function isOurs({ uri }: Document): boolean {
  return isOursByName(uri.path) && isInFolder(uri);
}

/** Whether the settings that apply to the document turn on both code lenses in general and this lens. */
export function showsLens(document: vscode.TextDocument, name: LensName): boolean {
  const { names } = lensesOf(vscode.workspace.getConfiguration('toggleTargeting', document).get('lenses'));
  return names.includes(name) && vscode.workspace.getConfiguration('editor', document).get<boolean>('codeLens', true);
}
