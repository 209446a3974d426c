/** The menu of the status bar item, with the commands for the active file. */
import * as vscode from 'vscode';
import type { Targets } from '../../../server/src/core/protocol.js';
import { targetsRequest } from '../../../server/src/core/protocol.js';
import { obstacleTo } from '../here.js';
import type { LanguageServer } from '../server/languageClient.js';
import { openTargetingFile } from '../questions/chooseFile.js';
import { pick } from '../say.js';

export async function showMenu(server: LanguageServer): Promise<void> {
  const file = openTargetingFile();
  const ofServer = server.isGivenUp()
    ? [{ icon: 'debug-restart', label: vscode.l10n.t('Restart Language Server'), command: 'restartServer' }]
    : [];
  const targets = await targetsOf(server, file);
  const configure = {
    icon: 'settings-gear',
    label: vscode.l10n.t('Open or Create targeting.config.json'),
    command: 'configure',
  };
  const hasConfig = targets?.kind !== 'none';
  const ofFile = [
    // Without a config, the commands below cannot work.
    ...(hasConfig ? [] : [configure]),
    { icon: 'cloud-upload', label: vscode.l10n.t('Push…'), command: 'push' },
    { icon: 'diff', label: vscode.l10n.t('Show Diff'), command: 'showDiff' },
    { icon: 'desktop-download', label: vscode.l10n.t('Pull…'), command: 'pull' },
    { icon: 'history', label: vscode.l10n.t('Show History…'), command: 'showHistory' },
    { icon: 'files', label: vscode.l10n.t('Apply This Change to Other Environments…'), command: 'carryOver' },
    { icon: 'split-horizontal', label: vscode.l10n.t('Compare Environments…'), command: 'compareEnvironments' },
    { icon: 'arrow-swap', label: vscode.l10n.t('Promote to Another Environment…'), command: 'promote' },
    ...(hasConfig ? [configure] : []),
  ];
  const others = [
    { icon: 'new-file', label: vscode.l10n.t('New Targeting File…'), command: 'newFile' },
    { icon: 'files', label: vscode.l10n.t('Pull Toggles into Files…'), command: 'pullToggles' },
    { icon: 'key', label: vscode.l10n.t('Manage Access Tokens'), command: 'manageTokens' },
    { icon: 'output', label: vscode.l10n.t('Show Log'), command: 'showLog' },
  ];
  const all = [...ofServer, ...ofFile, ...others];
  const obstacles = await Promise.all(all.map(({ command }) => obstacleTo(command)));
  const possible = all.filter((_, index) => obstacles[index] === undefined);
  const picked = await pick(possible, { title: 'Toggle Targeting' });
  if (picked === undefined) return;
  const about = ofFile.includes(picked) ? [file] : [];
  await vscode.commands.executeCommand(`toggleTargeting.${picked.command}`, ...about);
}

/** @returns undefined without a file, or if the server has crashed too often to be restarted */
async function targetsOf(server: LanguageServer, file: vscode.Uri | undefined): Promise<Targets | undefined> {
  if (file === undefined || server.isGivenUp()) return undefined;
  return server.ask(targetsRequest, { uri: file.toString() });
}
