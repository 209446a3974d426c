/** Decides whether a command can run in this workspace: some commands need services, Git, trust or file creation. */
import * as vscode from 'vscode';
import { t } from '../../server/src/core/t.js';
import { notFromHere } from '../../server/src/service/http/answers/outcome.js';
import { gitApi } from './gitExtension.js';
import { notify } from './say.js';

/** Whether the extension runs in a browser's Web Worker (vscode.dev); false with code-server. */
export const inBrowser = 'importScripts' in globalThis;

const serviceCommands = [
  ...['push', 'pushMany', 'showDiff', 'pull', 'pullToggles', 'showHistory'],
  ...['promote', 'promoteLive', 'pickToggle', 'approval', 'rollBack', 'manageTokens'],
];
/** The commands that need more than the text of a file, each with its requirement. */
export const needs: ReadonlyMap<string, 'service' | 'trust' | 'git' | 'writing'> = new Map([
  ...serviceCommands.map((command) => [command, 'service'] as const),
  ['serve', 'trust'],
  ['pushTicked', 'trust'],
  ['compareInBackground', 'trust'],
  ['promoteChange', 'git'],
  ['newFile', 'writing'],
  ['addUser', 'writing'],
  ['writeAttributes', 'writing'],
]);

/** Shows a message if the command cannot run here. @returns whether the command can run */
export async function canRun(command: string): Promise<boolean> {
  const obstacle = await obstacleTo(command);
  if (obstacle !== undefined) {
    void notify('information', obstacle);
    return false;
  }
  if (vscode.workspace.isTrusted || needs.get(command) === 'writing') return true;
  const sentence = t('This command needs a workspace that you trust.');
  if (await notify('error', sentence, { [t('Manage Workspace Trust')]: true }))
    await vscode.commands.executeCommand('workbench.trust.manage');
  return false;
}

/** @returns why the command cannot run here, even in a trusted workspace; undefined if the command can run */
export async function obstacleTo(command: string): Promise<string | undefined> {
  const need = needs.get(command);
  if (need === 'service' && inBrowser) return notFromHere();
  if (need === 'git' && (inBrowser || vscode.workspace.isTrusted) && (await gitApi()) === undefined)
    return t(
      'This needs Git, which VS Code runs only on a desktop or a server, in a folder that you trust, with the setting "git.enabled".',
    );
  const { workspaceFolders = [], fs } = vscode.workspace;
  const mayWrite = workspaceFolders.some(({ uri }) => fs.isWritableFileSystem(uri.scheme) !== false);
  return need !== 'writing' || mayWrite || workspaceFolders.length === 0 ? undefined : t('This folder is read-only.');
}
