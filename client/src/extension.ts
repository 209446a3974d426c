/**
 * The extension's entry: builds its parts and registers the commands before anything is awaited, so that none of them
 * is ever missing. Nothing else runs until a targeting file is opened.
 */
import { config } from '@vscode/l10n';
import * as vscode from 'vscode';
import { targetsChangedNotification } from '../../server/src/protocol.js';
import { Bases } from './bases.js';
import { chooseFile } from './chooseFile.js';
import { Credentials } from './credentials.js';
import { deleteVariation } from './deleteVariation.js';
import { Diffs } from './diffs.js';
import { languageServer } from './languageClient.js';
import { pullCommand } from './pullCommand.js';
import { pullTogglesCommand } from './pullTogglesCommand.js';
import { pushCommand } from './pushCommand.js';
import { PushHistory } from './pushHistory.js';
import { openConfig } from './reportPush.js';
import { referencesCommand } from './showReferences.js';
import { statusBar } from './statusBar.js';
import { tokenCommands } from './tokenCommands.js';

export function activate(context: vscode.ExtensionContext): void {
  // What does not know vscode (push/) has the same words in the same language.
  config({ contents: vscode.l10n.bundle ?? {} });
  const log = vscode.window.createOutputChannel('Toggle Targeting', { log: true });
  const credentials = new Credentials(context);
  const history = new PushHistory(context.workspaceState);
  const bases = new Bases(context);
  const diffs = new Diffs();
  const server = languageServer(context, log, (client) => {
    client.onNotification(targetsChangedNotification, () => status.refresh());
    status.refresh();
  });
  const status = statusBar(server, history, log);
  const pushContext = { server, credentials, history, bases, diffs, log, pushed: () => status.refresh() };

  const handlers: Readonly<Record<string, (resource?: vscode.Uri) => unknown>> = {
    push: pushCommand(pushContext),
    pull: pullCommand(pushContext),
    pullToggles: () => pullTogglesCommand(pushContext),
    ...tokenCommands(credentials, server),
    configure: async (resource) => {
      const uri = resource ?? (await chooseFile());
      if (uri !== undefined) await openConfig({ server }, uri);
    },
    showLog: () => log.show(),
    deleteVariation: (argument) => deleteVariation(server, argument),
  };
  const commands = Object.entries(handlers).map(([name, handler]) =>
    vscode.commands.registerCommand(`toggleTargeting.${name}`, async (resource?: vscode.Uri) => {
      try {
        await handler(resource);
      } catch (error) {
        // Our own fault, or a language server that does not run: said and logged, never swallowed.
        log.error(error instanceof Error ? error : String(error));
        void vscode.window.showErrorMessage(
          vscode.l10n.t('Toggle Targeting failed: {0}', error instanceof Error ? error.message : String(error)),
        );
      }
    }),
  );
  context.subscriptions.push(log, diffs, server, status, referencesCommand(server), ...commands);
}
