/** Shows virtual documents in the diff editor. For long texts, shows only the changed lines. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { Target } from '../../../server/src/core/protocol.js';
import { runPaced } from '../../../server/src/service/pace.js';
import { lineDiff } from '../../../server/src/service/lineDiff.js';
import { isReadable } from '../../../server/src/service/http/service.js';
import { shortened } from '../../../server/src/service/words/harmless.js';
import { Owner } from '../owner.js';
import { tabName } from '../say.js';

export interface Side {
  readonly name: string;
  readonly text: string;
}

/** The arguments for the buttons in a diff's title. */
export interface About {
  readonly file: vscode.Uri;
  readonly target: Target;
  /** Rolls the toggle back to the shown version. */
  readonly rollBack?: () => Promise<void>;
}

export class Diffs extends Owner implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider {
  static readonly scheme = 'toggle-targeting';
  readonly #texts = new Map<string, string>();
  readonly #about = new Map<string, About>();
  /** Functions that open the full diff, keyed by the URI of the document that shows only the changed lines. */
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
    const title = t('Show the Whole Comparison');
    const tooltip = t('It is so long that the editor may freeze for a few seconds.');
    const range = new vscode.Range(0, 0, 0, 0);
    const command = 'toggleTargeting.showWholeComparison';
    return [new vscode.CodeLens(range, { title, tooltip, command, arguments: [uri.toString()] })];
  }

  /** @param uri the URI of a document that shows only changed lines */
  async showWhole(uri: string): Promise<void> {
    await this.#whole.get(uri)?.();
  }

  async show(title: string, left: Side, right: Side, about?: About): Promise<void> {
    const whole = async () => {
      const [from, to] = [this.uri(left), this.#add(right.name, 'json', right.text, about)];
      await vscode.commands.executeCommand('vscode.diff', from, to, tabName(title), { preview: true });
    };
    if (isShort(left.text) && isShort(right.text)) return whole();
    const text = await runPaced(() => linesOf(left, right));
    const uri = this.#add(title, 'diff', text, about);
    this.#whole.set(uri.toString(), whole);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** Shows many diffs in one editor; long texts show only their changed lines. */
  async showAll(
    title: string,
    changes: readonly (Side & { readonly file: vscode.Uri; readonly before: string })[],
  ): Promise<void> {
    const resources = await Promise.all(
      changes.map(async ({ file, name, before, text }) => {
        // Both sides have the same name, because different names would look like a renamed file.
        const [left, right] = [
          { name, text: before },
          { name, text },
        ];
        if (isShort(before) && isShort(text)) return [file, this.uri(left), this.uri(right)];
        return [file, undefined, this.#add(name, 'diff', await runPaced(() => linesOf(left, right)))];
      }),
    );
    await vscode.commands.executeCommand('vscode.changes', tabName(title), resources);
  }

  /** @returns undefined if the document is not a diff of a file, or was opened before a window reload */
  about(uri: vscode.Uri): About | undefined {
    return this.#about.get(uri.toString());
  }

  /** Runs the work. Unless it was canceled, closes the diffs it opened and the file's diffs for the environment. */
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

  uri({ name, text }: Side): vscode.Uri {
    return this.#add(name, 'json', text);
  }

  #add(name: string, extension: string, text: string, about?: About): vscode.Uri {
    // Each URI is new: a reused URI would show the old text in a tab that is still open, even after a reload.
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

/** Encodes the buttons in the URI, because menus in package.json can test only the URI. */
function buttonsOf(about: About | undefined): string {
  if (about === undefined) return '';
  return `.push${isReadable(about.target) ? '.pull' : ''}${about.rollBack === undefined ? '' : '.roll-back'}`;
}

/** Whether the text is short enough that the diff editor shows it without a delay. */
function isShort(text: string): boolean {
  return text.length <= MAX_DIFF_LENGTH && text.split('\n', MAX_LINES + 1).length <= MAX_LINES;
}

/** The maximum length of a text in the diff editor, in characters. */
const MAX_DIFF_LENGTH = 256 * 1024;
const MAX_LINES = 5_000;

function linesOf(left: Side, right: Side): string {
  const { lines, hasMore } = lineDiff(left.text, right.text, 1_000);
  const more = t('There are more differences than shown here. The whole comparison has them all.');
  return [
    `--- ${left.name}`,
    `+++ ${right.name}`,
    ...lines.map((line) => shortened(line, 500)),
    ...(hasMore ? [more] : []),
    '',
  ].join('\n');
}
