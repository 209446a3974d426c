/** Pages that say why a finding is true: documents that nobody can change. The address says what is asked, and of the file as it is then. */
import * as vscode from 'vscode';
import type { WhyParams } from '../../../server/src/core/protocol.js';
import { whyRequest } from '../../../server/src/core/protocol.js';
import { pageOf } from '../../../server/src/service/words/harmless.js';
import type { LanguageServer } from '../server/languageClient.js';
import { shownName } from '../files/shownName.js';

export class WhyPages implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #parts = [
    this.#changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, this),
    // Its lines are wrapped (configurationDefaults in package.json).
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.uri.scheme === scheme && document.languageId !== language)
        void vscode.languages.setTextDocumentLanguage(document, language);
    }),
  ];

  constructor(private readonly server: LanguageServer) {}

  async show(params: WhyParams): Promise<void> {
    const path = `/${vscode.l10n.t('Why: {0}', params.code)}`;
    const uri = vscode.Uri.from({ scheme, path, query: JSON.stringify(params) });
    // One that is open says what was so earlier.
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const params = JSON.parse(uri.query) as WhyParams;
    // The server answers of open files; one that is gone has no problems.
    await vscode.workspace.openTextDocument(vscode.Uri.parse(params.uri)).then(undefined, () => undefined);
    const lines = await this.server.ask(whyRequest, params);
    const name = shownName(vscode.Uri.parse(params.uri));
    return pageOf([name, '', ...(lines ?? [vscode.l10n.t('The file no longer has this problem.')])]);
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }
}

const scheme = 'toggle-targeting-why';
const language = 'toggle-targeting-why';
