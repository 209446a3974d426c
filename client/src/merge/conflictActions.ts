/**
 * The quick fix that merges a file with conflict markers again, rule by rule, from both sides in Git. The text
 * between the markers is not enough, because Git has merged the other lines without regard to their meaning.
 */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { mergeRequest } from '../../../server/src/core/protocol.js';
import { logged } from '../fence.js';
import type { Git, Repository } from '../gitExtension.js';
import { whenGit } from '../gitExtension.js';
import type { LanguageServer } from '../server/languageClient.js';
import { isTargetingFile, targetingFilesOnDisk } from '../files/ours.js';
import { Owner } from '../owner.js';

interface Context {
  readonly server: LanguageServer;
  readonly log: vscode.LogOutputChannel;
}

/** An action without an edit: the edit is computed when the person chooses the action. */
class MergeAgain extends vscode.CodeAction {
  constructor(
    readonly document: vscode.TextDocument,
    readonly repository: Repository,
  ) {
    super(t('Merge the whole file again, rule by rule'), vscode.CodeActionKind.QuickFix);
  }
}

export class ConflictActions extends Owner implements vscode.CodeActionProvider {
  #git: Git | undefined;

  constructor(private readonly context: Context) {
    super();
    const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
    this.owns(
      vscode.languages.registerCodeActionsProvider(targetingFilesOnDisk, this, kinds),
      whenGit((git) => (this.#git = git), logged(context.log)),
    );
  }

  provideCodeActions(document: vscode.TextDocument, { start }: vscode.Range): vscode.CodeAction[] {
    const repository = isTargetingFile(document) ? this.#git?.getRepository(document.uri) : undefined;
    // Paths are compared without case, as some disks ignore case. A wrongly matched file has no conflict markers.
    const path = document.uri.fsPath.toLowerCase();
    const isUndecided = repository?.state.mergeChanges.some(({ uri }) => uri.fsPath.toLowerCase() === path);
    return repository && isUndecided === true && isInConflict(document, start.line)
      ? [new MergeAgain(document, repository)]
      : [];
  }

  async resolveCodeAction(action: vscode.CodeAction): Promise<vscode.CodeAction> {
    if (!(action instanceof MergeAgain)) return action;
    const { document, repository } = action;
    const [base, ours, theirs] = await Promise.all(
      [':1', ':2', ':3'].map((stage) => repository.show(stage, document.uri.fsPath).catch(() => undefined)),
    );
    if (ours === undefined || theirs === undefined) return action;
    const text = await this.context.server.ask(mergeRequest, { ...(base !== undefined && { base }), ours, theirs });
    if (text === null) return action;
    action.edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    action.edit.replace(document.uri, document.validateRange(all), text);
    return action;
  }
}

function isInConflict(document: vscode.TextDocument, line: number): boolean {
  for (let above = line; above >= 0; above -= 1) {
    const { text } = document.lineAt(above);
    if (text.startsWith('<<<<<<<')) return true;
    if (text.startsWith('>>>>>>>') && above < line) return false;
  }
  return false;
}
