/**
 * The table of many files in a panel of the editor. The page holds nothing that is not handed to it, loads nothing, and runs
 * its own script alone.
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import page from '../../page/many.html';
import { asObject } from '../../../server/src/core/targeting/state/state.js';
import type { FromPage, ToPage } from './page.js';
import type { Shown } from './pageTable.js';
import { tabName } from '../say.js';
import { headOf, pageTable, stateOf, titleOf } from './pageTable.js';

export class ManyPanel {
  static readonly viewType = 'toggleTargeting.pushMany';
  readonly #shown: () => Shown;
  readonly #pressed: (message: FromPage) => void;
  #panel: vscode.WebviewPanel | undefined;

  /** @param shown what there is to show now */
  constructor(shown: () => Shown, pressed: (message: FromPage) => void) {
    this.#shown = shown;
    this.#pressed = pressed;
  }

  open(): void {
    const { viewType } = ManyPanel;
    const title = tabName(titleOf(this.#shown().table));
    if (this.#panel === undefined)
      this.adopt(vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active));
    else this.show();
    this.#panel?.reveal();
  }

  /** @param panel new, or of before a reload */
  adopt(panel: vscode.WebviewPanel): void {
    this.#panel?.dispose();
    this.#panel = panel;
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    panel.webview.onDidReceiveMessage((value: unknown) => {
      const message = readMessage(value);
      if (message?.kind === 'ready') this.show();
      else if (message !== undefined) this.#pressed(message);
    });
    panel.webview.options = { enableScripts: true, localResourceRoots: [] };
    panel.webview.html = page
      .replaceAll('{nonce}', randomBytes(18).toString('base64url'))
      .replace('{language}', vscode.env.language);
  }

  show(): void {
    if (this.#panel === undefined) return;
    this.#panel.title = tabName(titleOf(this.#shown().table));
    this.#post({ kind: 'table', table: pageTable(this.#shown()) });
  }

  /** What is above the table, and the state of one row, are others now. */
  change(uri?: string): void {
    const row = this.#shown().table.rows.find((each) => each.uri === uri);
    this.#post({ kind: 'change', ...headOf(this.#shown()), ...(row !== undefined && { row: stateOf(row) }) });
  }

  close(): void {
    this.#panel?.dispose();
  }

  /** A page that is hidden hears nothing; it is shown all when it is there again. */
  #post(message: ToPage): void {
    void this.#panel?.webview.postMessage(message);
  }
}

function readMessage(value: unknown): FromPage | undefined {
  const { kind, uri, chosen } = asObject(value) ?? {};
  switch (kind) {
    case 'ready':
    case 'push':
    case 'cancel':
    case 'again':
      return { kind };
    case 'open':
    case 'diff':
    case 'push-alone':
    case 'problems':
      return typeof uri === 'string' ? { kind, uri } : undefined;
    case 'choose':
      return typeof uri === 'string' ? { kind, uri, chosen: chosen === true } : undefined;
    case 'choose-all':
      return { kind, chosen: chosen === true };
    default:
      return undefined;
  }
}
