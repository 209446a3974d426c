/**
 * The table of many files in a panel of the editor. The page holds nothing that is not handed to it, loads nothing, and runs
 * its own script alone.
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import page from '../page/many.html';
import type { FromPage, PageButton, PageHead, PageRow, PageState, PageTable, ToPage } from './manyPage.js';
import type { Row, Table } from './push/manyTable.js';
import { stateName, summary, unpushed } from './push/manyTable.js';
import { asObject } from './push/state.js';

export interface Shown {
  readonly table: Table;
  /** URIs of the files that are to be pushed. */
  readonly chosen: ReadonlySet<string>;
  /** URIs of the files that have a diff to show. */
  readonly compared: ReadonlySet<string>;
}

export class ManyPanel {
  static readonly viewType = 'toggleTargeting.pushMany';
  readonly #panel: vscode.WebviewPanel;
  #shown: Shown;

  constructor(panel: vscode.WebviewPanel, shown: Shown, pressed: (message: FromPage) => void) {
    this.#panel = panel;
    this.#shown = shown;
    panel.webview.onDidReceiveMessage((value: unknown) => {
      const message = readMessage(value);
      if (message?.kind === 'ready') this.show(this.#shown);
      else if (message !== undefined) pressed(message);
    });
    panel.webview.options = { enableScripts: true, localResourceRoots: [] };
    panel.webview.html = page
      .replaceAll('{nonce}', randomBytes(18).toString('base64url'))
      .replace('{language}', vscode.env.language);
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  show(shown: Shown): void {
    this.#shown = shown;
    this.#panel.title = titleOf(shown.table);
    this.#post({ kind: 'table', table: pageTable(shown) });
  }

  /** What is above the table, and the state of one row, are others now. */
  change(shown: Shown, uri?: string): void {
    this.#shown = shown;
    const row = shown.table.rows.find((each) => each.uri === uri);
    this.#post({ kind: 'change', ...headOf(shown), ...(row !== undefined && { row: stateOf(row) }) });
  }

  reveal(): void {
    this.#panel.reveal();
  }

  close(): void {
    this.#panel.dispose();
  }

  /** A page that is hidden hears nothing; it is shown all when it is there again. */
  #post(message: ToPage): void {
    void this.#panel.webview.postMessage(message);
  }
}

function titleOf({ environment }: Table): string {
  return environment === '' ? vscode.l10n.t('Push files') : vscode.l10n.t('Push files to {0}', environment);
}

function pageTable(shown: Shown): PageTable {
  const { table } = shown;
  return {
    ...headOf(shown),
    caption: titleOf(table),
    columns: [
      vscode.l10n.t('Push'),
      vscode.l10n.t('File'),
      vscode.l10n.t('Goes to'),
      vscode.l10n.t('What changes'),
      vscode.l10n.t('State'),
    ],
    chooseAll: vscode.l10n.t('Choose all'),
    rows: table.rows.map((row) => rowOf(shown, row)),
  };
}

function headOf({ table, chosen }: Shown): PageHead {
  const done = summary(table);
  return {
    summary: table.phase === 'finished' ? `${new Date(table.time).toLocaleString()} · ${done}` : done,
    buttons: buttonsOf(table, chosen.size),
  };
}

function buttonsOf(table: Table, chosen: number): readonly PageButton[] {
  const cancel: PageButton = { action: 'cancel', label: vscode.l10n.t('Cancel'), enabled: true };
  switch (table.phase) {
    case 'planned': {
      const label = chosen === 1 ? vscode.l10n.t('Push 1 File') : vscode.l10n.t('Push {0} Files', chosen);
      return [{ action: 'push', label, enabled: chosen > 0 }, cancel];
    }
    case 'running':
      return [cancel];
    case 'finished':
      return unpushed(table).length === 0
        ? []
        : [{ action: 'again', label: vscode.l10n.t('Push Failed Again'), enabled: true }];
  }
}

function rowOf({ table, chosen, compared }: Shown, row: Row): PageRow {
  const isOpen = table.phase === 'planned' && row.state === 'ready';
  return {
    ...stateOf(row),
    file: row.file,
    where: row.where,
    changes: row.changes,
    chosen: isOpen ? chosen.has(row.uri) : undefined,
    diff: isOpen && compared.has(row.uri) ? vscode.l10n.t('Show Diff') : undefined,
  };
}

function stateOf({ uri, state, words }: Row): PageState {
  return { uri, state, label: stateName(state), words };
}

function readMessage(value: unknown): FromPage | undefined {
  const { kind, uri, uris, chosen } = asObject(value) ?? {};
  switch (kind) {
    case 'ready':
    case 'push':
    case 'cancel':
    case 'again':
      return { kind };
    case 'open':
    case 'diff':
      return typeof uri === 'string' ? { kind, uri } : undefined;
    case 'choose':
      return Array.isArray(uris)
        ? { kind, uris: uris.filter((each) => typeof each === 'string'), chosen: chosen === true }
        : undefined;
    default:
      return undefined;
  }
}
