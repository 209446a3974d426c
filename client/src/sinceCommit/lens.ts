/** The lens on the first line that shows who gets a different value since the last commit. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { ChangesSince } from '../../../server/src/core/protocol.js';
import { changesSinceRequest } from '../../../server/src/core/protocol.js';
import { inList } from '../../../server/src/service/words/harmless.js';
import { logged } from '../fence.js';
import type { LanguageServer } from '../server/languageClient.js';
import { isTargetingFile, showsLens, targetingFilesOnDisk } from '../files/ours.js';
import { rangeOf } from '../files/ranges.js';
import { Owner } from '../owner.js';
import { pick } from '../say.js';
import type { Committed } from './committed.js';

export class SinceCommitLens extends Owner implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(
    private readonly context: {
      readonly server: LanguageServer;
      readonly committed: Committed;
      readonly log: vscode.LogOutputChannel;
    },
  ) {
    super();
    this.onDidChangeCodeLenses = context.committed.onDidChange;
    this.owns(vscode.languages.registerCodeLensProvider(targetingFilesOnDisk, this));
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const { uri, version } = document;
    const { server } = this.context;
    const text = this.textToCompare(document);
    if (text === undefined) return [];
    try {
      const said = await server.ask(changesSinceRequest, { uri: uri.toString(), version, text });
      return said === null ? [] : [lensOf(uri, said)];
    } catch (error) {
      // If the server is not running, the other lenses should still appear.
      logged(this.context.log)(error);
      return [];
    }
  }

  /** @returns the committed text; undefined if it equals the file's text or is unknown, or if the lens is off */
  textToCompare(document: vscode.TextDocument): string | undefined {
    const { server, committed } = this.context;
    const text = isOn(document) && server.isRunning() ? committed.textOf(document) : undefined;
    return text !== undefined && unified(text) !== unified(document.getText()) ? text : undefined;
  }
}

function isOn(document: vscode.TextDocument): boolean {
  return isTargetingFile(document) && showsLens(document, 'sinceCommit');
}

/** Unifies line endings, because they may differ between the commit and the file that Git checked out. */
function unified(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function lensOf(uri: vscode.Uri, said: ChangesSince): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
    title: inList(t('since last commit: {0}', said.summary)),
    // If no value changed, a click has nothing to show.
    command: said.changes.length > 0 ? 'toggleTargeting.showChangesSinceCommit' : '',
    arguments: [uri, said],
  });
}

/** Lists the changes. If the person picks a change, moves the cursor to the rule or serve that now decides. */
export async function showChanges(file: vscode.Uri, { changes }: ChangesSince): Promise<void> {
  const entries = changes.map(({ isUser, who, what, detail, range }) => ({
    ...{ icon: isUser ? 'person' : 'list-ordered', label: who, description: what, detail, range },
  }));
  const title = t('Value changes since the last commit');
  const picked = await pick(entries, { title, matchOnDescription: true, matchOnDetail: true });
  if (picked?.range === undefined) return;
  const { start } = rangeOf(picked.range);
  await vscode.window.showTextDocument(file, { selection: new vscode.Range(start, start) });
}
