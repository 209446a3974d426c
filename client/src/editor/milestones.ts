/** What has happened in this window, for menus and the walkthrough, as context keys (`toggleTargeting.*`). */
import * as vscode from 'vscode';

/** There are files of ours; one was in the editor; its config says where it goes; it was pushed, pulled, compared. */
type Milestone = 'isUsed' | 'hasFile' | 'hasConfig' | 'hasPushed' | 'hasPulled' | 'hasCompared';

export function reached(milestone: Milestone): void {
  void vscode.commands.executeCommand('setContext', `toggleTargeting.${milestone}`, true);
}
