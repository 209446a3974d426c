/** Finds the folder for a command: the only workspace folder, else a folder that the person chooses. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { pick } from '../say.js';

export async function chooseFolder(title: string): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return anyFolder(title);
  if (folders.length === 1) return folders[0]?.uri;
  const items = folders.map(({ name, uri }) => ({ icon: 'folder', label: name, description: uri.fsPath, uri }));
  return (await pick(items, { title }))?.uri;
}

export async function anyFolder(title: string): Promise<vscode.Uri | undefined> {
  const options = { canSelectFiles: false, canSelectFolders: true, canSelectMany: false };
  const chosen = await vscode.window.showOpenDialog({ ...options, title, openLabel: t('Choose') });
  return chosen?.[0];
}
