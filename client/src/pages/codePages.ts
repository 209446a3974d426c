/** Pages about code: stale toggles, and callers of a toggle whose file was deleted. The server provides the links. */
import * as vscode from 'vscode';
import type { CodePageParams } from '../../../server/src/core/protocol.js';
import { codeConfigsRequest, codePageRequest } from '../../../server/src/core/protocol.js';
import { logged } from '../fence.js';
import type { LanguageServer } from '../server/languageClient.js';
import { codePagesScheme } from '../server/languageClient.js';
import { chooseConfig } from '../questions/chooseConfig.js';
import { notify } from '../say.js';
import type { Page } from './pages.js';
import { Pages } from './pages.js';

export class CodePages extends Pages<CodePageParams> {
  constructor(
    private readonly server: LanguageServer,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super(codePagesScheme);
  }

  /** Shows the menus about code only if a config has `code`. */
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
        vscode.l10n.t('No targeting.config.json specifies which code uses its toggles.'),
      );
    const configUri = (await chooseConfig(configs.map((uri) => vscode.Uri.parse(uri))))?.toString();
    if (configUri !== undefined) await this.open(vscode.l10n.t('Stale Toggles'), { configUri });
  }

  protected override async read(params: CodePageParams): Promise<Page> {
    const page = await this.server.ask(codePageRequest, params);
    if (page === null) return { lines: [vscode.l10n.t('This config no longer specifies any code.')] };
    const links = page.links.map(({ line, uri, at }) => {
      const fragment = at ? `L${at.line + 1},${at.character + 1}` : '';
      return { line, target: vscode.Uri.parse(uri).with({ fragment }) };
    });
    return { lines: page.lines, links };
  }

  async #configs(): Promise<readonly string[]> {
    return this.server.ask(codeConfigsRequest, {});
  }
}
