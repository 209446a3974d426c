/** The menu of the status bar: what can be done with the file in the editor. Nothing in it is sent or saved without its own command. */
import * as vscode from 'vscode';
import { targetsRequest } from '../../../../server/src/protocol.js';
import { serviceAddressOf } from '../../sync/service/target.js';
import type { Credentials } from '../credentials.js';
import type { LanguageServer } from '../languageClient.js';
import { openTargetingFile } from '../questions/chooseFile.js';
import { pick } from '../say.js';

export async function showMenu(server: LanguageServer, credentials: Credentials): Promise<void> {
  const file = openTargetingFile();
  const ofServer = server.isGivenUp()
    ? [{ icon: 'debug-restart', label: vscode.l10n.t('Restart Language Server'), command: 'restartServer' }]
    : [];
  const ofFile = [
    { icon: 'cloud-upload', label: vscode.l10n.t('Push to Environment…'), command: 'push' },
    { icon: 'diff', label: vscode.l10n.t('Show Diff with Environment…'), command: 'showDiff' },
    { icon: 'desktop-download', label: vscode.l10n.t('Pull from Environment…'), command: 'pull' },
    { icon: 'history', label: vscode.l10n.t('Show History in Environment…'), command: 'showHistory' },
    { icon: 'arrow-swap', label: vscode.l10n.t('Promote to Another Environment…'), command: 'promote' },
    { icon: 'settings-gear', label: vscode.l10n.t('Open or Create targeting.config.json'), command: 'configure' },
  ];
  const others = [
    { icon: 'new-file', label: vscode.l10n.t('New Targeting File…'), command: 'newFile' },
    { icon: 'files', label: vscode.l10n.t('Pull Toggles into Files…'), command: 'pullToggles' },
    (await hasTokens(server, credentials, file))
      ? { icon: 'key', label: vscode.l10n.t('Replace Access Token…'), command: 'replaceToken' }
      : { icon: 'key', label: vscode.l10n.t('Set Access Token…'), command: 'setToken' },
    { icon: 'output', label: vscode.l10n.t('Show Log'), command: 'showLog' },
  ];
  const picked = await pick([...ofServer, ...ofFile, ...others], { title: 'Toggle Targeting' });
  if (picked === undefined) return;
  const about = ofFile.includes(picked) ? [file] : [];
  await vscode.commands.executeCommand(`toggleTargeting.${picked.command}`, ...about);
}

/** Whether a token is stored for every service that the file goes to. */
async function hasTokens(
  server: LanguageServer,
  credentials: Credentials,
  file: vscode.Uri | undefined,
): Promise<boolean> {
  if (file === undefined || server.isGivenUp()) return false;
  const found = await (await server.client()).sendRequest(targetsRequest, { uri: file.toString() });
  const stored = credentials.addresses();
  return found.kind === 'found' && found.targets.every((target) => stored.includes(serviceAddressOf(target)));
}
