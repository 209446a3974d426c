/**
 * Texts that exist only to be compared, shown in the editor's diff editor. Of long ones, which keep the editor from everything
 * else for seconds, the lines that differ are shown instead, and the diff editor is a click away.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import { paced } from '../../../server/src/service/pace.js';
import { lineDiff } from '../../../server/src/service/lineDiff.js';
import { isReadable } from '../../../server/src/service/http/service.js';
import { shortened } from '../../../server/src/service/words/harmless.js';
import { Owner } from '../owner.js';
import { tabName } from '../say.js';

export interface Side {
  /** Shown in the title, and part of the tab's name. */
  readonly name: string;
  /** JSON text. */
  readonly text: string;
}

/** What the buttons in the title of a comparison act on. */
export interface About {
  readonly file: vscode.Uri;
  readonly target: Target;
  /** To the version that is shown. */
  readonly rollBack?: () => Promise<void>;
}

export class Diffs extends Owner implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider {
  static readonly scheme = 'toggle-targeting';
  readonly #texts = new Map<string, string>();
  readonly #about = new Map<string, About>();
  /** What opens the diff editor, of documents with the lines of a long one. */
  readonly #whole = new Map<string, () => Promise<void>>();

  constructor() {
    super();
    this.owns(
      vscode.workspace.registerTextDocumentContentProvider(Diffs.scheme, this),
      vscode.languages.registerCodeLensProvider({ scheme: Diffs.scheme, pattern: '**/*.diff' }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#texts.delete(uri.toString());
        this.#about.delete(uri.toString());
        this.#whole.delete(uri.toString());
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    if (!this.#whole.has(uri.toString())) return [];
    const title = vscode.l10n.t('Show the Whole Comparison');
    const tooltip = vscode.l10n.t('It is so long that the editor may not answer for some seconds.');
    const range = new vscode.Range(0, 0, 0, 0);
    const command = 'toggleTargeting.showWholeComparison';
    return [new vscode.CodeLens(range, { title, tooltip, command, arguments: [uri.toString()] })];
  }

  /** @param uri of a document with the lines of a long comparison */
  async showWhole(uri: string): Promise<void> {
    await this.#whole.get(uri)?.();
  }

  async show(title: string, left: Side, right: Side, about?: About): Promise<void> {
    const whole = async () => {
      const [from, to] = [this.uri(left), this.#add(right.name, 'json', right.text, about)];
      await vscode.commands.executeCommand('vscode.diff', from, to, tabName(title), { preview: true });
    };
    if (isShort(left.text) && isShort(right.text)) return whole();
    const text = await paced(() => linesOf(left, right));
    const uri = this.#add(title, 'diff', text, about);
    this.#whole.set(uri.toString(), whole);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** Many comparisons in one editor; of long ones, the lines that differ. */
  async showAll(
    title: string,
    changes: readonly (Side & { readonly file: vscode.Uri; readonly before: string })[],
  ): Promise<void> {
    const resources = await Promise.all(
      changes.map(async ({ file, name, before, text }) => {
        // With one name, the editor does not take it for a file that was renamed.
        const [left, right] = [
          { name, text: before },
          { name, text },
        ];
        if (isShort(before) && isShort(text)) return [file, this.uri(left), this.uri(right)];
        return [file, undefined, this.#add(name, 'diff', await paced(() => linesOf(left, right)))];
      }),
    );
    await vscode.commands.executeCommand('vscode.changes', tabName(title), resources);
  }

  /** Undefined of what is no comparison of a file, and of those from before the window was loaded anew. */
  about(uri: vscode.Uri): About | undefined {
    return this.#about.get(uri.toString());
  }

  /**
   * Closes what was shown for a question once its work is done, and what compares the file with the same environment. Where the
   * person left, it stays: they may want to look on.
   */
  async during<T extends { readonly kind: string; readonly target?: Target }>(
    file: vscode.Uri,
    work: () => Promise<T>,
  ): Promise<T> {
    const before = new Set(ownTabs());
    const result = await work();
    if (result.kind === 'abandoned') return result;
    const isOver = (tab: vscode.Tab) => {
      const about = this.about(uriOf(tab) ?? file);
      const isOfFile = about?.file.toString() === file.toString();
      return !before.has(tab) || (isOfFile && about.target.environment === result.target?.environment);
    };
    await vscode.window.tabGroups.close(ownTabs().filter(isOver));
    return result;
  }

  /** A document that cannot be changed. */
  uri({ name, text }: Side): vscode.Uri {
    return this.#add(name, 'json', text);
  }

  #add(name: string, extension: string, text: string, about?: About): vscode.Uri {
    // Never one that was there before, also before a reload: a tab that is still open would show its old text.
    const path = `/${tabName(name).replaceAll('/', '∕')}.${extension}`;
    const uri = vscode.Uri.from({ scheme: Diffs.scheme, path, query: randomUUID() + buttonsOf(about) });
    this.#texts.set(uri.toString(), text);
    if (about !== undefined) this.#about.set(uri.toString(), about);
    return uri;
  }
}

function ownTabs(): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter((tab) => uriOf(tab)?.scheme === Diffs.scheme);
}

function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

/** In the address of a document: the menus of package.json see nothing else of it. */
function buttonsOf(about: About | undefined): string {
  if (about === undefined) return '';
  return `.push${isReadable(about.target) ? '.pull' : ''}${about.rollBack === undefined ? '' : '.roll-back'}`;
}

/** As long as the editor does not keep people waiting for its diff. */
function isShort(text: string): boolean {
  return text.length <= MAX_DIFF_LENGTH && text.split('\n', MAX_LINES + 1).length <= MAX_LINES;
}

/** Characters. */
const MAX_DIFF_LENGTH = 256 * 1024;
const MAX_LINES = 5_000;

/** As a patch has them. */
function linesOf(left: Side, right: Side): string {
  const { lines, hasMore } = lineDiff(left.text, right.text, 1_000);
  const more = vscode.l10n.t('There are more differences than shown here. The whole comparison has them all.');
  return [
    `--- ${left.name}`,
    `+++ ${right.name}`,
    ...lines.map((line) => shortened(line, 500)),
    ...(hasMore ? [more] : []),
    '',
  ].join('\n');
}
