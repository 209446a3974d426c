/** Milestones set context keys for menus, and mark steps of the walkthrough as done. */
import * as vscode from 'vscode';
import { targetingEnding } from '../../server/src/core/targeting/fileNames.js';
import { findOwnFiles } from './files/findOurs.js';
import { configsOfWorkspace } from './questions/chooseConfig.js';

export const walkthrough = 'toggle-targeting.toggle-targeting#start';

/** The step of the walkthrough that each milestone completes. */
const steps = {
  isUsed: undefined,
  /** The step `pull` also creates a config. */
  hasFile: 'file',
  hasConfig: 'pull',
  hasEvaluated: 'users',
  hasPushed: 'push',
  hasPulled: 'pull',
  hasCompared: 'drift',
} as const;

export function reachMilestone(milestone: keyof typeof steps): void {
  void vscode.commands.executeCommand('setContext', `toggleTargeting.${milestone}`, true);
  const step = steps[milestone];
  if (step === undefined) return;
  // The step is ticked by name, because a key that was set before the walkthrough opened does not tick it. The command
  // fails if the walkthrough is not loaded yet (the step is ticked anyway), or if the editor lacks the command.
  vscode.commands.executeCommand('welcome.markStepComplete', `${walkthrough}#${step}`).then(undefined, () => undefined);
}

export async function restoreMilestones(hasPushed: boolean): Promise<void> {
  if (hasPushed) reachMilestone('hasPushed');
  const { files } = await findOwnFiles(1, targetingEnding);
  if (files.length > 0) reachMilestone('hasFile');
  if ((await configsOfWorkspace()).length > 0) reachMilestone('hasConfig');
}
