/**
 * Many files in one push: shows the table to confirm, pushes what is chosen there, and keeps what came of each file, so that
 * it can be seen after a reload. One such push at a time.
 */
import * as vscode from 'vscode';
import type { PushContext } from './guardPorts.js';
import { recordPush } from './guardPorts.js';
import { chooseFolder, filesIn } from './manyFiles.js';
import type { FromPage } from './manyPage.js';
import type { Shown } from './manyPageTable.js';
import { ManyPanel } from './manyPanel.js';
import { consentPorts, manyPorts, nameOf } from './manyPorts.js';
import type { ManyResults } from './manyResults.js';
import type { Report } from './progress.js';
import { withProgress } from './progress.js';
import type { Ready } from './push/many.js';
import { planMany } from './push/many.js';
import { askConsent } from './push/manyConsent.js';
import { runMany } from './push/manyRun.js';
import type { Row, Table } from './push/manyTable.js';
import { begun, finished, summary, tableOf, unpushed, withRow } from './push/manyTable.js';
import { withoutLinks } from './reportPush.js';
import { timeOf } from './timeOf.js';

export class ManyPushes implements vscode.WebviewPanelSerializer {
  readonly #context: PushContext;
  readonly #results: ManyResults;
  #table: Table = { environment: '', phase: 'finished', time: 0, rows: [] };
  /** By URI, what the table says of the files that can be pushed. */
  #ready: ReadonlyMap<string, Ready> = new Map();
  /** URIs of some of them. */
  #chosen: ReadonlySet<string> = new Set();
  readonly #panel = new ManyPanel(
    () => this.#shown(),
    (message) => this.#pressed(message),
  );
  #busy = false;
  #cancel = new AbortController();

  constructor(context: PushContext, results: ManyResults) {
    this.#context = context;
    this.#results = results;
  }

  /** Of what is selected in the explorer; without it, of a folder that is asked for. */
  async command(clicked?: vscode.Uri, selected: readonly vscode.Uri[] = []): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      const reason = vscode.l10n.t('Nothing is sent from a workspace that you have not trusted.');
      void vscode.window.showErrorMessage(reason);
      return;
    }
    await this.#alone(async () => {
      const clickedOnly = clicked === undefined ? [] : [clicked];
      const places = selected.length > 0 ? selected : clickedOnly;
      const files = await filesIn(places.length > 0 ? places : await this.#askFolder());
      if (files !== undefined) await this.#plan(files.map(String));
    });
  }

  /** After a reload of the window. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    const table = this.#results.last();
    if (table === undefined || this.#busy) panel.dispose();
    else {
      this.#table = table;
      this.#panel.adopt(panel);
    }
    return Promise.resolve();
  }

  async #askFolder(): Promise<readonly vscode.Uri[]> {
    const last = this.#results.last();
    const label = vscode.l10n.t('Results of the push of {0}', last === undefined ? '' : timeOf(last.time));
    const folder = await chooseFolder(last && { label, take: () => this.#open(last) });
    return folder === undefined ? [] : [folder];
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#busy) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Files are being pushed already.'));
      if (this.#table.rows.length > 0) this.#panel.open();
      return;
    }
    this.#busy = true;
    try {
      await work();
    } finally {
      this.#busy = false;
    }
  }

  /** @param environment the one of before, when files are pushed again */
  async #plan(files: readonly string[], environment?: string): Promise<void> {
    const { length } = files;
    const title =
      length === 1
        ? vscode.l10n.t('Looking at 1 targeting file')
        : vscode.l10n.t('Looking at {0} targeting files', length);
    const plan = await withProgress(title, new AbortController(), (_, signal) =>
      planMany(manyPorts(this.#context, environment), files, signal),
    );
    if (plan === undefined) return;
    this.#ready = new Map(
      plan.files.flatMap(({ uri, verdict }) => (verdict.kind === 'ready' ? [[uri, verdict] as const] : [])),
    );
    this.#chosen = new Set(this.#ready.keys());
    this.#open(tableOf(plan, nameOf, Date.now()));
  }

  async #push(): Promise<void> {
    const files = [...this.#ready].flatMap(([uri, ready]) => (this.#chosen.has(uri) ? [ready] : []));
    if (this.#table.phase !== 'planned' || files.length === 0) return;
    this.#cancel = new AbortController();
    const comment = await askConsent(consentPorts(), this.#table.environment, files);
    if (comment === undefined || this.#cancel.signal.aborted) return;
    try {
      // What was confirmed, whatever is chosen in the table meanwhile.
      await this.#change(begun(this.#table, new Set(files.map(({ draft }) => draft.uri))));
      const title = vscode.l10n.t('Pushing files to {0}', this.#table.environment);
      await withProgress(title, this.#cancel, (report, signal) =>
        runMany({ ...manyPorts(this.#context), ...this.#row(files.length, report) }, files, comment, signal),
      );
    } finally {
      await this.#change(finished(this.#table, Date.now()));
    }
    // Not awaited: a notification stays for as long as the person likes.
    if (!this.#panel.visible) void this.#offerResults();
  }

  /** What becomes of one row after the other. */
  #row(count: number, report: Report): Pick<Parameters<typeof runMany>[0], 'begun' | 'ended'> {
    let done = 0;
    return {
      begun: (uri) => void this.#changeRow(uri, { state: 'sending', words: '' }),
      ended: async (uri, { kind, words }, outcome) => {
        done += 1;
        report({ increment: 100 / count, message: `${done} / ${count}` });
        void this.#changeRow(uri, { state: kind, words });
        const target = this.#ready.get(uri)?.draft.target;
        if (outcome === undefined || kind === 'not-sent' || target === undefined) return;
        await recordPush(this.#context, vscode.Uri.parse(uri), target, outcome);
      },
    };
  }

  async #offerResults(): Promise<void> {
    const show = vscode.l10n.t('Show Results');
    const table = this.#table;
    const answer = await vscode.window.showInformationMessage(withoutLinks(summary(table)), show);
    if (answer === show && this.#table === table) this.#open(table);
  }

  /** The table has another phase. */
  async #change(table: Table): Promise<void> {
    this.#table = table;
    this.#panel.show();
    await this.#keep();
  }

  async #changeRow(uri: string, change: Pick<Row, 'state' | 'words'>): Promise<void> {
    this.#table = withRow(this.#table, uri, change);
    this.#panel.change(uri);
    await this.#keep();
  }

  /** Never a reason to fail: what was pushed is pushed, whether it can be kept or not. */
  async #keep(): Promise<void> {
    try {
      await this.#results.keep(this.#table);
    } catch (error) {
      this.#context.log.error(String(error));
    }
  }

  #open(table: Table): void {
    this.#table = table;
    this.#panel.open();
  }

  #pressed(message: FromPage): void {
    this.#answer(message).catch((error: unknown) => {
      this.#context.log.error(error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(
        vscode.l10n.t('Toggle Targeting failed: {0}', error instanceof Error ? error.message : String(error)),
      );
    });
  }

  async #answer(message: FromPage): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return;
      case 'push':
        return this.#alone(() => this.#push());
      case 'again':
        return this.#alone(() => this.#plan(unpushed(this.#table), this.#table.environment));
      case 'cancel':
        this.#cancel.abort();
        if (this.#table.phase === 'planned') this.#panel.close();
        return;
      case 'choose': {
        const uris = new Set(message.uris);
        const isChosen = (uri: string) => (uris.has(uri) ? message.chosen : this.#chosen.has(uri));
        this.#chosen = new Set([...this.#ready.keys()].filter(isChosen));
        this.#panel.change();
        return;
      }
      case 'open':
        await vscode.window.showTextDocument(vscode.Uri.parse(message.uri));
        return;
      case 'diff':
        return this.#showDiff(message.uri);
    }
  }

  async #showDiff(uri: string): Promise<void> {
    const { compared, draft, live } = this.#ready.get(uri) ?? {};
    if (compared === undefined || draft === undefined) return;
    const { toggle, environment } = draft.target;
    await this.#context.diffs.show(
      live === undefined
        ? vscode.l10n.t('{0}: last pushed to {1} from here ↔ will be pushed', toggle, environment)
        : vscode.l10n.t('{0}: live in {1} ↔ will be live', toggle, environment),
      { name: vscode.l10n.t('{0} in {1}', toggle, environment), text: compared.before },
      { name: vscode.l10n.t('{0} after the push', toggle), text: compared.after },
    );
  }

  #shown(): Shown {
    const compared = [...this.#ready].flatMap(([uri, ready]) => (ready.compared === undefined ? [] : [uri]));
    return { table: this.#table, chosen: this.#chosen, compared: new Set(compared) };
  }
}
