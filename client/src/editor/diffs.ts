/**
 * Texts that exist only to be compared, shown in the editor's diff editor. Of long ones, which keep the editor from everything
 * else for seconds, the lines that differ are shown instead, and the diff editor is a click away.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { paced } from '../sync/pace.js';
import { lineDiff } from '../sync/lineDiff.js';
import { shortened } from '../sync/words/harmless.js';
import { tabName } from './say.js';

export interface Side {
  /** Shown in the title, and part of the tab's name. */
  readonly name: string;
  /** JSON text. */
  readonly text: string;
}

export class Diffs implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider {
  static readonly scheme = 'toggle-targeting';
  readonly #texts = new Map<string, string>();
  /** What opens the diff editor, of documents with the lines of a long one. */
  readonly #whole = new Map<string, () => Promise<void>>();
  readonly #parts = [
    vscode.workspace.registerTextDocumentContentProvider(Diffs.scheme, this),
    vscode.languages.registerCodeLensProvider({ scheme: Diffs.scheme, pattern: '**/*.diff' }, this),
    vscode.commands.registerCommand(wholeCommand, (uri: string) => this.#whole.get(uri)?.()),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      this.#texts.delete(uri.toString());
      this.#whole.delete(uri.toString());
    }),
  ];

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    if (!this.#whole.has(uri.toString())) return [];
    const title = vscode.l10n.t('Show the Whole Comparison');
    const tooltip = vscode.l10n.t('It is so long that the editor may not answer for some seconds.');
    const range = new vscode.Range(0, 0, 0, 0);
    return [new vscode.CodeLens(range, { title, tooltip, command: wholeCommand, arguments: [uri.toString()] })];
  }

  async show(title: string, left: Side, right: Side): Promise<void> {
    const whole = async () => {
      const [from, to] = [this.uri(left), this.uri(right)];
      await vscode.commands.executeCommand('vscode.diff', from, to, tabName(title), { preview: true });
    };
    if (isShort(left.text) && isShort(right.text)) return whole();
    const text = await paced(() => linesOf(left, right));
    const uri = this.#add(title, 'diff', text);
    this.#whole.set(uri.toString(), whole);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** Closes what was shown for a question once its work is done. Where the person left, it stays: they may want to look on. */
  async during<T extends { readonly kind: string }>(work: () => Promise<T>): Promise<T> {
    const before = new Set(ownTabs());
    const result = await work();
    if (result.kind !== 'abandoned') await vscode.window.tabGroups.close(ownTabs().filter((tab) => !before.has(tab)));
    return result;
  }

  /** A document that cannot be changed. */
  uri({ name, text }: Side): vscode.Uri {
    return this.#add(name, 'json', text);
  }

  #add(name: string, extension: string, text: string): vscode.Uri {
    // Never one that was there before, also before a reload: a tab that is still open would show its old text.
    const path = `/${tabName(name).replaceAll('/', '∕')}.${extension}`;
    const uri = vscode.Uri.from({ scheme: Diffs.scheme, path, query: randomUUID() });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  dispose(): void {
    this.#parts.forEach((part) => void part.dispose());
  }
}

function ownTabs(): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => {
    const uri =
      input instanceof vscode.TabInputTextDiff ? input.modified : input instanceof vscode.TabInputText && input.uri;
    return uri && uri.scheme === Diffs.scheme;
  });
}

/** Not in the palette: only the lens runs it. */
const wholeCommand = 'toggleTargeting.showWholeComparison';

/** As long as the editor does not keep people waiting for its diff. */
function isShort(text: string): boolean {
  return text.length <= longest && text.split('\n', mostLines + 1).length <= mostLines;
}

/** Characters. */
const longest = 256 * 1024;
const mostLines = 5_000;

/** As a patch has them. */
function linesOf(left: Side, right: Side): string {
  const { lines, hasMore } = lineDiff(left.text, right.text, 1_000);
  const more = vscode.l10n.t('More differs than is shown here. The whole comparison has all of it.');
  return [
    `--- ${left.name}`,
    `+++ ${right.name}`,
    ...lines.map((line) => shortened(line, 500)),
    ...(hasMore ? [more] : []),
    '',
  ].join('\n');
}
