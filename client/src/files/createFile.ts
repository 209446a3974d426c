/** Creates a file. If the file exists or cannot be written, shows a message and returns false. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { obstacleTo } from '../here.js';
import { notify } from '../say.js';
import { shownName } from './shownName.js';

export async function createFile(uri: vscode.Uri, text: string): Promise<boolean> {
  const name = shownName(uri);
  const isNew = !(await exists(uri));
  try {
    if (isNew) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    else void notify('information', t('{0} already exists. It was left unchanged.', name));
    return isNew;
  } catch (error) {
    const { code, message } = error as vscode.FileSystemError;
    const reason =
      code === 'NoPermissions' ? t('This folder is read-only.') : t('{0} cannot be written ({1}).', name, message);
    void notify('error', (await obstacleTo('newFile')) ?? reason);
    return false;
  }
}

export async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(Boolean, () => false);
}
