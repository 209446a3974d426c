/**
 * What has happened here, for menus and the walkthrough, as context keys (`toggleTargeting.*`). VS Code takes no notice of keys
 * that are set before it knows the walkthrough, so each step has a second event, which comes when the walkthrough is opened.
 */
import * as vscode from 'vscode';
import { targetingEnding } from '../../../server/src/targeting/fileNames.js';
import { configsOfWorkspace } from './questions/chooseConfig.js';

/** The language server has run; there is a file, and a config; users were evaluated; a file was pushed, pulled, compared. */
type Milestone = 'isUsed' | 'hasFile' | 'hasConfig' | 'hasEvaluated' | 'hasPushed' | 'hasPulled' | 'hasCompared';

export function reached(milestone: Milestone): void {
  void vscode.commands.executeCommand('setContext', `toggleTargeting.${milestone}`, true);
}

/** What the workspace has from earlier. */
export async function reachedBefore(hasPushed: boolean): Promise<void> {
  if (hasPushed) reached('hasPushed');
  const [file] = await vscode.workspace.findFiles(`**/*${targetingEnding}`, '**/node_modules/**', 1);
  if (file !== undefined) reached('hasFile');
  if ((await configsOfWorkspace()).length > 0) reached('hasConfig');
}
