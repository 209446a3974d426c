/** Read-only pages of one kind. A page's URI contains its parameters, so that an open page survives a window reload. */
import * as vscode from 'vscode';
import { pageOf } from '../../../server/src/service/words/harmless.js';
import { Owner } from '../owner.js';
import { tabName } from '../say.js';

export interface Page {
  readonly lines: readonly string[];
  /** Links on the first word of a line. */
  readonly links?: readonly { readonly line: number; readonly target: vscode.Uri; readonly tooltip?: string }[];
}

export abstract class Pages<Params> extends Owner implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #links = new Map<string, Page['links']>();

  /** @param language determines whether lines wrap (configurationDefaults in package.json) */
  constructor(
    private readonly scheme: string,
    language?: string,
  ) {
    super();
    const { languages, workspace } = vscode;
    this.owns(
      this.#changed,
      workspace.registerTextDocumentContentProvider(scheme, this),
      languages.registerDocumentLinkProvider({ scheme }, this),
      workspace.onDidOpenTextDocument((document) => {
        if (language !== undefined && document.uri.scheme === scheme && document.languageId !== language)
          void languages.setTextDocumentLanguage(document, language);
      }),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { lines, links } = await this.read(JSON.parse(uri.query) as Params);
    this.#links.set(uri.toString(), links);
    return pageOf(lines);
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const links = this.#links.get(document.uri.toString()) ?? [];
    return links.flatMap(({ line, target, tooltip }) => {
      if (line >= document.lineCount) return [];
      const { text, firstNonWhitespaceCharacterIndex: start } = document.lineAt(line);
      const end = text.indexOf(' ', start);
      const link = new vscode.DocumentLink(new vscode.Range(line, start, line, end < 0 ? text.length : end), target);
      return [tooltip === undefined ? link : Object.assign(link, { tooltip })];
    });
  }

  protected abstract read(params: Params): Promise<Page>;

  protected async open(name: string, params: Params): Promise<void> {
    const path = `/${tabName(name).replaceAll('/', '∕')}`;
    const uri = vscode.Uri.from({ scheme: this.scheme, path, query: JSON.stringify(params) });
    // The event refreshes a page that is already open.
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  protected refresh(): void {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === this.scheme) this.#changed.fire(uri);
  }
}
