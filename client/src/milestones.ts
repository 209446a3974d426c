/** Milestones set context keys for menus, and mark steps of the walkthrough as done. */
import * as vscode from 'vscode';
import { targetingEnding } from '../../server/src/core/targeting/fileNames.js';
import { findOwnFiles } from './files/findOurs.js';
import { configsOfWorkspace } from './questions/chooseConfig.js';

export const walkthrough = 'toggle-targeting.toggle-targeting#start';

/** The step of the walkthrough that each milestone completes. */
const steps = {
  isUsed: undefined,
  hasFile: 'file',
  /** A config completes the step `pull`, because this step also creates a config. */
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
  // A context key does not tick a step if it was set before the walkthrough opened, so this command ticks the step.
  // The command fails if the walkthrough is not loaded yet (the step is ticked anyway) or the editor lacks the command.
  vscode.commands.executeCommand('welcome.markStepComplete', `${walkthrough}#${step}`).then(undefined, () => undefined);
}

export async function restoreMilestones(hasPushed: boolean): Promise<void> {
  if (hasPushed) reachMilestone('hasPushed');
  const { files } = await findOwnFiles(1, targetingEnding);
  if (files.length > 0) reachMilestone('hasFile');
  if ((await configsOfWorkspace()).length > 0) reachMilestone('hasConfig');
}
