/** The menu of the status bar: what can be done with the file in the editor. Nothing in it is sent or saved without its own command. */
import * as vscode from 'vscode';
import type { LanguageServer } from '../languageClient.js';
import { openTargetingFile } from '../questions/chooseFile.js';
import { pick } from '../say.js';

export async function showMenu(server: LanguageServer): Promise<void> {
  const file = openTargetingFile();
  const entries = [
    ...(server.isGivenUp()
      ? [{ icon: 'debug-restart', label: vscode.l10n.t('Restart Language Server'), command: 'restartServer' }]
      : []),
    { icon: 'cloud-upload', label: vscode.l10n.t('Push to Environment…'), command: 'push' },
    { icon: 'diff', label: vscode.l10n.t('Show Diff with Environment…'), command: 'showDiff' },
    { icon: 'cloud-download', label: vscode.l10n.t('Pull from Environment…'), command: 'pull' },
    { icon: 'history', label: vscode.l10n.t('Show History in Environment…'), command: 'showHistory' },
    { icon: 'arrow-swap', label: vscode.l10n.t('Promote to Another Environment…'), command: 'promote' },
    { icon: 'settings-gear', label: vscode.l10n.t('Open or Create targeting.config.json'), command: 'configure' },
    { icon: 'key', label: vscode.l10n.t('Set Access Token…'), command: 'setToken' },
    { icon: 'output', label: vscode.l10n.t('Show Log'), command: 'showLog' },
  ];
  const picked = await pick(entries, { title: 'Toggle Targeting' });
  if (picked !== undefined) await vscode.commands.executeCommand(`toggleTargeting.${picked.command}`, file);
}
