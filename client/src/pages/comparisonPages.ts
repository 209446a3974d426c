/**
 * Pages that compare environments: documents that nobody can change, which follow the files. The address of a page says what it compares,
 * so that one that is open when the window is loaded anew is there again.
 */
import * as vscode from 'vscode';
import type { CompareEnvironmentsParams, ComparisonPage } from '../../../server/src/core/protocol.js';
import { compareEnvironmentsRequest, compareToggleRequest } from '../../../server/src/core/protocol.js';
import { pageOf } from '../../../server/src/service/words/harmless.js';
import type { LanguageServer } from '../server/languageClient.js';
import { isConfig, isOfUsers, isTargetingFile, ourFiles } from '../files/ours.js';
import { tabName } from '../say.js';

/** A toggle, by one of its files, or all toggles of a config. */
type Compared = { readonly uri: string } | CompareEnvironmentsParams;

export class ComparisonPages implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #links = new Map<string, ComparisonPage['links']>();
  readonly #parts: readonly { readonly dispose: () => unknown }[];
  #soon: NodeJS.Timeout | undefined;

  constructor(private readonly server: LanguageServer) {
    const { commands, languages, workspace } = vscode;
    const files = workspace.createFileSystemWatcher(ourFiles);
    const follow = () => this.#follow();
    this.#parts = [
      this.#changed,
      files,
      files.onDidChange(follow),
      files.onDidCreate(follow),
      files.onDidDelete(follow),
      workspace.onDidChangeTextDocument(({ document }) => isOurs(document) && follow()),
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidOpenTextDocument((document) => {
        if (document.uri.scheme === scheme && document.languageId !== language)
          void languages.setTextDocumentLanguage(document, language);
      }),
      languages.registerDocumentLinkProvider({ scheme }, this),
      commands.registerCommand(openCommand, (uri: string) => this.openToggle(vscode.Uri.parse(uri))),
    ];
  }

  /** @returns false where the path of the file names no environment */
  async openToggle(file: vscode.Uri): Promise<boolean> {
    return this.#open({ uri: file.toString() });
  }

  async openEnvironments(params: CompareEnvironmentsParams): Promise<boolean> {
    return this.#open(params);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const page = await this.#read(JSON.parse(uri.query) as Compared);
    if (page === null) return vscode.l10n.t('There is nothing to compare any more.');
    this.#links.set(uri.toString(), page.links);
    return pageOf(page.lines);
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const links = this.#links.get(document.uri.toString()) ?? [];
    return links.flatMap(({ line, uri }) => {
      if (line >= document.lineCount) return [];
      const { range, firstNonWhitespaceCharacterIndex: start } = document.lineAt(line);
      const target = vscode.Uri.parse(`command:${openCommand}?${encodeURIComponent(JSON.stringify([uri]))}`);
      const link = new vscode.DocumentLink(range.with(range.start.with({ character: start })), target);
      link.tooltip = vscode.l10n.t('Compare Environments…');
      return [link];
    });
  }

  dispose(): void {
    clearTimeout(this.#soon);
    this.#parts.forEach((part) => void part.dispose());
  }

  async #open(compared: Compared): Promise<boolean> {
    const page = await this.#read(compared);
    if (page === null) return false;
    const name = 'uri' in compared ? (page.lines[0] ?? '') : compared.environments.join(' ↔ ');
    const path = `/${tabName(name).replaceAll('/', '∕')}`;
    const uri = vscode.Uri.from({ scheme, path, query: JSON.stringify(compared) });
    await vscode.window.showTextDocument(uri, { preview: true });
    return true;
  }

  async #read(compared: Compared): Promise<ComparisonPage | null> {
    return 'uri' in compared
      ? this.server.ask(compareToggleRequest, compared)
      : this.server.ask(compareEnvironmentsRequest, compared);
  }

  /** Once typing rests. */
  #follow(): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => {
      for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === scheme) this.#changed.fire(uri);
    }, REST_MS);
  }
}

function isOurs(document: vscode.TextDocument): boolean {
  return isTargetingFile(document) || isConfig(document) || isOfUsers(document);
}

const scheme = 'toggle-targeting-compare';
const language = 'toggle-targeting-comparison';
/** Of links in pages; not in the palette. */
const openCommand = 'toggleTargeting.openComparison';
const REST_MS = 300;
