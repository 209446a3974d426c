/**
 * What has happened here, as context keys (`toggleTargeting.*`) for menus, and as ticked steps of the walkthrough. VS Code reads the
 * walkthrough when its page opens, and ticks no step whose key is set by then: so each step is ticked by name, too.
 */
import * as vscode from 'vscode';
import { targetingEnding } from '../../server/src/core/targeting/fileNames.js';
import { findOurs } from './files/findOurs.js';
import { configsOfWorkspace } from './questions/chooseConfig.js';

export const walkthrough = 'toggle-targeting.toggle-targeting#start';

/** By the milestone, the step of the walkthrough. */
const steps = {
  /** The language server has run. */
  isUsed: undefined,
  /** There is a file, and a config, which pulling makes, too. */
  hasFile: 'file',
  hasConfig: 'pull',
  /** Users were evaluated. */
  hasEvaluated: 'users',
  /** A file was pushed, pulled, compared. */
  hasPushed: 'push',
  hasPulled: 'pull',
  hasCompared: 'drift',
} as const;

export function reached(milestone: keyof typeof steps): void {
  void vscode.commands.executeCommand('setContext', `toggleTargeting.${milestone}`, true);
  const step = steps[milestone];
  if (step === undefined) return;
  // Rejects where the walkthrough is not known yet, although it is ticked, and in an editor without the command.
  vscode.commands.executeCommand('welcome.markStepComplete', `${walkthrough}#${step}`).then(undefined, () => undefined);
}

/** What the workspace has from earlier. */
export async function reachedBefore(hasPushed: boolean): Promise<void> {
  if (hasPushed) reached('hasPushed');
  const { files } = await findOurs(1, targetingEnding);
  if (files.length > 0) reached('hasFile');
  if ((await configsOfWorkspace()).length > 0) reached('hasConfig');
}
