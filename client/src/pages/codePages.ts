/**
 * Pages about code: the toggles that could go, and who still calls one whose file is gone. Documents that nobody can change; the address says
 * what is asked, so that one that is open when the window is loaded anew is there again, and the server leads to it by itself.
 */
import * as vscode from 'vscode';
import type { CodePage, CodePageParams } from '../../../server/src/core/protocol.js';
import { codeConfigsRequest, codePageRequest } from '../../../server/src/core/protocol.js';
import { pageOf } from '../../../server/src/service/words/harmless.js';
import { logged } from '../fence.js';
import type { LanguageServer } from '../server/languageClient.js';
import { codePagesScheme } from '../server/languageClient.js';
import { chooseConfig } from '../questions/chooseConfig.js';
import { notify } from '../say.js';

export class CodePages implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #links = new Map<string, CodePage['links']>();
  readonly #parts: readonly { readonly dispose: () => unknown }[] = [
    this.#changed,
    vscode.workspace.registerTextDocumentContentProvider(codePagesScheme, this),
    vscode.languages.registerDocumentLinkProvider({ scheme: codePagesScheme }, this),
  ];

  constructor(
    private readonly server: LanguageServer,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Which menus there are depends on whether a config asks for code. */
  look(): void {
    this.#configs()
      .then(({ length }) => vscode.commands.executeCommand('setContext', 'toggleTargeting.asksForCode', length > 0))
      .catch(logged(this.log));
  }

  async showStale(): Promise<void> {
    const configs = await this.#configs();
    if (configs.length === 0)
      return void notify(
        'information',
        vscode.l10n.t('No targeting.config.json says which code asks for its toggles.'),
      );
    const configUri = (await chooseConfig(configs.map((uri) => vscode.Uri.parse(uri))))?.toString();
    if (configUri === undefined) return;
    const params: CodePageParams = { configUri };
    const path = `/${vscode.l10n.t('Stale Toggles')}`;
    const uri = vscode.Uri.from({ scheme: codePagesScheme, path, query: JSON.stringify(params) });
    // One that is open says what was so earlier.
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const page = await this.server.ask(codePageRequest, JSON.parse(uri.query) as CodePageParams);
    this.#links.set(uri.toString(), page?.links ?? []);
    return page === null ? vscode.l10n.t('This config asks for no code any more.') : pageOf(page.lines);
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const links = this.#links.get(document.uri.toString()) ?? [];
    return links.flatMap(({ line, uri, at }) => {
      if (line >= document.lineCount) return [];
      const { range, text, firstNonWhitespaceCharacterIndex: start } = document.lineAt(line);
      const end = text.indexOf(' ', start);
      const target = vscode.Uri.parse(uri).with({ fragment: at ? `L${at.line + 1},${at.character + 1}` : '' });
      const from = range.start.with({ character: start });
      return [
        new vscode.DocumentLink(new vscode.Range(from, end < 0 ? range.end : from.with({ character: end })), target),
      ];
    });
  }

  dispose(): void {
    this.#parts.forEach((part) => void part.dispose());
  }

  async #configs(): Promise<readonly string[]> {
    return this.server.ask(codeConfigsRequest, {});
  }
}
