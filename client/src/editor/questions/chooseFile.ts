/** The targeting file that a command is about: the one in the active editor, else one that the person picks. */
import * as vscode from 'vscode';
import { isTargetingFile } from '../languageClient.js';
import { notify, pick } from '../say.js';

export async function chooseFile(): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  if (active !== undefined && isTargetingFile(active)) return active.uri;
  const files = await vscode.workspace.findFiles('**/*.targeting.json', '**/node_modules/**', 1000);
  if (files.length === 0) {
    void notify('information', vscode.l10n.t('There is no *.targeting.json file in this workspace yet.'));
    return undefined;
  }
  const items = files
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const picked = await pick(items, { title: vscode.l10n.t('Which targeting file?') });
  return picked?.uri;
}
