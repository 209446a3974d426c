/**
 * The code action for a rule that changed since the last commit. VS Code requests actions on every cursor move,
 * so the action is offered only in a menu that the person opened.
 */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { targetsRequest } from '../../../server/src/core/protocol.js';
import { parse } from '../../../server/src/core/json/document.js';
import { placeAt } from '../../../server/src/core/json/queries.js';
import { isEquivalent, asObject, listIn } from '../../../server/src/core/targeting/state/state.js';
import { logged } from '../fence.js';
import type { LanguageServer } from '../server/languageClient.js';
import { isTargetingFile, targetingFilesOnDisk } from '../files/ours.js';
import { committedText } from './committed.js';

interface Context {
  readonly server: LanguageServer;
  readonly log: vscode.LogOutputChannel;
}

export function registerChangedRule({ server, log }: Context): vscode.Disposable {
  const provideCodeActions = async (
    document: vscode.TextDocument,
    { start }: vscode.Range,
    { triggerKind }: vscode.CodeActionContext,
  ) => {
    if (triggerKind === vscode.CodeActionTriggerKind.Automatic || !isTargetingFile(document) || !server.isRunning())
      return [];
    try {
      const before = await committedText(document.uri);
      const isChanged = before !== undefined && ruleChanged(before, document.getText(), document.offsetAt(start));
      return isChanged && (await isElsewhere(server, document.uri)) ? [promoteAction(document.uri)] : [];
    } catch (error) {
      // After an error, the other code actions should still appear.
      logged(log)(error);
      return [];
    }
  };
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.Refactor] };
  return vscode.languages.registerCodeActionsProvider(targetingFilesOnDisk, { provideCodeActions }, kinds);
}

/** Whether the config has other environments for the file's toggle. */
async function isElsewhere(server: LanguageServer, file: vscode.Uri): Promise<boolean> {
  const found = await server.ask(targetsRequest, { uri: file.toString(), everywhere: true });
  return found.kind === 'found' && found.bound && found.targets.length > 1;
}

function promoteAction(file: vscode.Uri): vscode.CodeAction {
  const title = t('Promote This Change to the Files of Other Environments…');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.Refactor);
  action.command = { title, command: 'toggleTargeting.promoteChange', arguments: [file] };
  return action;
}

/** Whether the rule at the offset is new or changed: no rule in the earlier text equals it. */
function ruleChanged(before: string, text: string, offset: number): boolean {
  const json = parse(text);
  const [content, list, index] = placeAt(json, offset).path;
  if (content !== 'content' || list !== 'rules' || typeof index !== 'number') return false;
  const rulesOf = ({ root }: ReturnType<typeof parse>) => listIn(asObject(asObject(root?.value)?.['content']), 'rules');
  const rule = rulesOf(json)[index];
  return !rulesOf(parse(before)).some((each) => isEquivalent(each, rule));
}
