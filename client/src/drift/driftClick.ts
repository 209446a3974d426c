/** The command that runs when the person clicks the comparison of a file with an environment. */
import type * as vscode from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import type { Drift } from '../../../server/src/service/driftWords.js';
import { serviceAddressOf } from '../../../server/src/service/http/target.js';

export function clickCommand(
  file: vscode.Uri,
  target: Target,
  click: Drift['click'],
): Pick<vscode.Command, 'command' | 'arguments'> {
  switch (click) {
    case 'set-token':
      return { command: 'toggleTargeting.manageTokens', arguments: [serviceAddressOf(target), file] };
    case 'compare':
      return { command: 'toggleTargeting.compareInBackground', arguments: [serviceAddressOf(target), file] };
    case 'pick-toggle':
      return { command: 'toggleTargeting.pickToggle', arguments: [file, target.environment] };
    case 'approval':
      return { command: 'toggleTargeting.approval', arguments: [file, target.environment] };
    case 'show-diff':
      return { command: 'toggleTargeting.showDiff', arguments: [file, target.environment] };
    case 'show-problems':
      return { command: 'workbench.actions.view.problems', arguments: [] };
    case 'show-log':
      return { command: 'toggleTargeting.showLog', arguments: [] };
  }
}
