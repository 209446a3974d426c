/** An editor in a browser (vscode.dev, github.dev), where this extension runs in a Web Worker: no disk, no service, no Node. */
import * as vscode from 'vscode';

/** Not of a browser that shows an editor from elsewhere, as code-server does: there, all of this runs in Node. */
export const inBrowser = 'importScripts' in globalThis;

/** Services answer to programs, not to pages of another site, and no page may be told why. */
export function notFromHere(): string {
  return vscode.l10n.t(
    'This needs VS Code on a desktop or a server: from a page of the browser, your service cannot be reached.',
  );
}

/** What pushes or reads services: in a browser, menus hide it, and whoever runs it anyway is told why not. */
export const ofServices: readonly string[] = [
  ...['push', 'pushMany', 'showDiff', 'pull', 'pullToggles'],
  ...['showHistory', 'promote', 'pickToggle', 'approval', 'rollBack'],
  'manageTokens',
];
