/** Pages about code: stale toggles, and callers of a toggle whose file was deleted. The server provides the links. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { namesSdk } from '../../../server/src/core/code/sdkNames.js';
import type { CodePageParams } from '../../../server/src/core/protocol.js';
import { codeConfigsRequest, codePageRequest, offerCodeRequest } from '../../../server/src/core/protocol.js';
import { logged } from '../fence.js';
import { isInFolder } from '../files/ours.js';
import type { LanguageServer } from '../server/languageClient.js';
import { codePagesScheme } from '../server/languageClient.js';
import { chooseConfig } from '../questions/chooseConfig.js';
import { notify } from '../say.js';
import type { Page } from './pages.js';
import { Pages } from './pages.js';

export class CodePages extends Pages<CodePageParams> {
  constructor(
    private readonly server: LanguageServer,
    private readonly state: vscode.Memento,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super(codePagesScheme);
    this.owns(vscode.window.onDidChangeActiveTextEditor(() => this.#offer().catch(logged(log))));
  }

  /** Shows the menus about code only if a config has `code`. */
  look(): void {
    this.#offer().catch(logged(this.log));
    this.#configs()
      .then(({ length }) => vscode.commands.executeCommand('setContext', 'toggleTargeting.asksForCode', length > 0))
      .catch(logged(this.log));
  }

  async showStale(): Promise<void> {
    const configs = await this.#configs();
    if (configs.length === 0)
      return void notify('information', t('No targeting.config.json specifies which code uses its toggles.'));
    const configUri = (await chooseConfig(configs.map((uri) => vscode.Uri.parse(uri))))?.toString();
    if (configUri !== undefined) await this.open(t('Stale Toggles'), { configUri });
  }

  protected override async read(params: CodePageParams): Promise<Page> {
    const page = await this.server.ask(codePageRequest, params);
    if (page === null) return { lines: [t('This config no longer specifies any code.')] };
    const links = page.links.map(({ line, uri, at }) => {
      const fragment = at ? `L${at.line + 1},${at.character + 1}` : '';
      return { line, target: vscode.Uri.parse(uri).with({ fragment }) };
    });
    return { lines: page.lines, links };
  }

  /** Offers once in a workspace to show toggles in code, when a file that calls toggles is open. The server asks. */
  async #offer(): Promise<void> {
    const [{ isTrusted, fs }, document] = [vscode.workspace, vscode.window.activeTextEditor?.document];
    if (document === undefined || !isTrusted || this.state.get('codeOffered') || !this.server.isRunning()) return;
    const [{ uri }, text] = [document, document.getText()];
    if (!isInFolder(uri) || fs.isWritableFileSystem(uri.scheme) === false || !namesSdk(text)) return;
    const isAsked = await this.server.ask(offerCodeRequest, { uri: uri.toString(), text });
    if (isAsked) await this.state.update('codeOffered', true);
  }

  async #configs(): Promise<readonly string[]> {
    return this.server.ask(codeConfigsRequest, {});
  }
}
