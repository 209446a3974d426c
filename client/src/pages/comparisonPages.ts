/** Pages that compare environments. They are refreshed when the files change. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import type { CompareEnvironmentsParams, ComparisonPage } from '../../../server/src/core/protocol.js';
import { compareEnvironmentsRequest, compareToggleRequest } from '../../../server/src/core/protocol.js';
import type { LanguageServer } from '../server/languageClient.js';
import { isOurs, ourFiles } from '../files/ours.js';
import type { Page } from './pages.js';
import { Pages } from './pages.js';

/** The parameters of a page: one toggle (identified by one of its files), or all toggles of two environments. */
type Compared = { readonly uri: string } | CompareEnvironmentsParams;

export class ComparisonPages extends Pages<Compared> {
  #soon: NodeJS.Timeout | undefined;

  constructor(private readonly server: LanguageServer) {
    super('toggle-targeting-compare', 'toggle-targeting-comparison');
    const { workspace } = vscode;
    const files = workspace.createFileSystemWatcher(ourFiles);
    const follow = () => this.#follow();
    this.owns(
      files,
      files.onDidChange(follow),
      files.onDidCreate(follow),
      files.onDidDelete(follow),
      workspace.onDidChangeTextDocument(({ document }) => isOurs(document) && follow()),
      { dispose: () => clearTimeout(this.#soon) },
    );
  }

  /** @returns false if the file's path names no environment, or no toggle has files in both environments */
  async compare(compared: Compared): Promise<boolean> {
    const page = await this.#ask(compared);
    if (page === null) return false;
    await this.open('uri' in compared ? (page.lines[0] ?? '') : compared.environments.join(' ↔ '), compared);
    return true;
  }

  protected override async read(compared: Compared): Promise<Page> {
    const page = await this.#ask(compared);
    if (page === null) return { lines: [t('There is nothing to compare any more.')] };
    const links = page.links.map(({ line, uri }) => {
      const open = `command:toggleTargeting.openComparison?${encodeURIComponent(JSON.stringify([uri]))}`;
      return { line, target: vscode.Uri.parse(open), tooltip: t('Compare Environments…') };
    });
    return { lines: page.lines, links };
  }

  async #ask(compared: Compared): Promise<ComparisonPage | null> {
    return 'uri' in compared
      ? this.server.ask(compareToggleRequest, compared)
      : this.server.ask(compareEnvironmentsRequest, compared);
  }

  /** Refreshes the pages after a pause in typing. */
  #follow(): void {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.refresh(), REST_MS);
  }
}

const REST_MS = 300;
