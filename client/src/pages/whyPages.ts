/** Pages that explain a finding in the current text of a file. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { WhyParams } from '../../../server/src/core/protocol.js';
import { whyRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';
import { shownName } from '../files/shownName.js';
import type { Page } from './pages.js';
import { Pages } from './pages.js';

export class WhyPages extends Pages<WhyParams> {
  constructor(private readonly server: LanguageServer) {
    super('toggle-targeting-why', 'toggle-targeting-why');
  }

  async show(params: WhyParams): Promise<void> {
    await this.open(t('Why: {0}', params.code), params);
  }

  protected override async read(params: WhyParams): Promise<Page> {
    const uri = vscode.Uri.parse(params.uri);
    // The server answers only for open files. Opening a deleted file fails, but it has no problems to explain anyway.
    await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
    const lines = await this.server.ask(whyRequest, params);
    return { lines: [shownName(uri), '', ...(lines ?? [t('The file no longer has this problem.')])] };
  }
}
