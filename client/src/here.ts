/** Reports whether services, Git and new files can be used in this workspace, and if not, why. */
import * as vscode from 'vscode';
import { notFromHere } from '../../server/src/service/http/answers/outcome.js';
import { gitApi } from './gitExtension.js';

/** Whether the extension runs in a browser's Web Worker (vscode.dev); false with code-server. */
export const inBrowser = 'importScripts' in globalThis;

const serviceCommands = [
  ...['push', 'pushMany', 'showDiff', 'pull', 'pullToggles', 'showHistory'],
  ...['promote', 'pickToggle', 'approval', 'rollBack', 'manageTokens'],
];
/** The commands that need more than the text of a file. */
export const needs: ReadonlyMap<string, 'service' | 'git' | 'writing'> = new Map([
  ...serviceCommands.map((command) => [command, 'service'] as const),
  ['carryOver', 'git'],
  ['newFile', 'writing'],
  ['addUser', 'writing'],
  ['writeAttributes', 'writing'],
]);

/** @returns why the command cannot run here; undefined if it can */
export async function obstacleTo(command: string): Promise<string | undefined> {
  const need = needs.get(command);
  if (need === 'service' && inBrowser) return notFromHere();
  if (need === 'git' && (await gitApi()) === undefined)
    return vscode.l10n.t(
      'This needs Git, which VS Code runs only on a desktop or a server, in a folder that you trust, with the setting "git.enabled".',
    );
  const { workspaceFolders = [], fs } = vscode.workspace;
  const mayWrite = workspaceFolders.some(({ uri }) => fs.isWritableFileSystem(uri.scheme) !== false);
  return need !== 'writing' || mayWrite || workspaceFolders.length === 0
    ? undefined
    : vscode.l10n.t('This folder is read-only.');
}
