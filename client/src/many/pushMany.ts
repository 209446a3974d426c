/**
 * Many files in one push: shows the table to confirm, pushes what is chosen there, and keeps the outcome of each file, so that
 * it can be seen after a reload. One such push at a time.
 */
import * as vscode from 'vscode';
import { fenced } from '../fence.js';
import type { PushContext } from '../pushPorts.js';
import { counted } from '../progress.js';
import { askConsent } from '../../../server/src/service/many/consent.js';
import { planMany } from '../../../server/src/service/many/plan.js';
import { runMany } from '../../../server/src/service/many/run.js';
import { begun, finished, summary, unpushed } from '../../../server/src/service/many/table.js';
import { timeOf } from '../../../server/src/service/words/timeOf.js';
import type { Report } from '../say.js';
import { notify, withProgress } from '../say.js';
import { chooseFolder, filesIn } from './files.js';
import type { FromPage } from './page.js';
import { consentPorts, manyPorts } from './ports.js';
import type { ManyResults } from './results.js';
import { ShownTable } from './shownTable.js';

export class ManyPushes implements vscode.WebviewPanelSerializer {
  readonly #context: PushContext;
  readonly #results: ManyResults;
  readonly #shown: ShownTable;
  #busy = false;
  #cancel = new AbortController();

  constructor(context: PushContext, results: ManyResults) {
    this.#context = context;
    this.#results = results;
    this.#shown = new ShownTable(results, context.log, (message) => {
      void fenced(context.log, () => this.#answer(message));
    });
  }

  /** Of what is selected in the explorer; without it, of a folder that is asked for. */
  async command(clicked?: vscode.Uri, selected: readonly vscode.Uri[] = []): Promise<void> {
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
    else this.#shown.adopt(panel, table);
    return Promise.resolve();
  }

  async #askFolder(): Promise<readonly vscode.Uri[]> {
    const last = this.#results.last();
    const label = vscode.l10n.t('Results of the push of {0}', last === undefined ? '' : timeOf(last.time));
    const folder = await chooseFolder(last && { label, take: () => this.#shown.open(last) });
    return folder === undefined ? [] : [folder];
  }

  /** Whatever began it: also a table that was made while the folder was trusted. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      const reason = vscode.l10n.t('Nothing is sent from a workspace that you have not trusted.');
      void notify('error', reason);
      return;
    }
    if (this.#busy) {
      void notify('information', vscode.l10n.t('Files are being pushed already.'));
      if (this.#shown.table.rows.length > 0) this.#shown.open();
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
    if (plan !== undefined) this.#shown.openPlan(plan);
  }

  async #push(): Promise<void> {
    const files = this.#shown.chosen();
    const { phase, environment, shown } = this.#shown.table;
    if (phase !== 'planned' || files.length === 0) return;
    this.#cancel = new AbortController();
    const comment = await askConsent(consentPorts(), environment, files);
    if (comment === undefined || this.#cancel.signal.aborted) return;
    try {
      // What was confirmed, whatever is chosen in the table meanwhile.
      await this.#shown.change(begun(this.#shown.table, new Set(files.map(({ checked }) => checked.uri))));
      const title = vscode.l10n.t('Pushing files to {0}', shown);
      await withProgress(title, this.#cancel, (report, signal) =>
        runMany({ ...manyPorts(this.#context), ...this.#row(files.length, report) }, files, comment, signal),
      );
    } finally {
      await this.#shown.change(finished(this.#shown.table, Date.now()));
    }
    // Not awaited: a notification stays for as long as the person likes.
    void this.#offerResults();
  }

  /** What becomes of one row after the other. */
  #row(count: number, report: Report): Pick<Parameters<typeof runMany>[0], 'begun' | 'ended'> {
    const done = counted(report, count);
    return {
      begun: (uri) => void this.#shown.changeRow(uri, { state: 'sending', words: '' }),
      ended: (uri, { kind, words }) => {
        done();
        void this.#shown.changeRow(uri, { state: kind, words });
      },
    };
  }

  async #offerResults(): Promise<void> {
    const show = vscode.l10n.t('Show Results');
    const { table } = this.#shown;
    const words = vscode.l10n.t('Push to {0} · {1}', table.shown, summary(table));
    const answer = await notify('information', words, show);
    if (answer === show && this.#shown.table === table) this.#shown.open();
  }

  async #answer(message: FromPage): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return;
      case 'push':
        return this.#alone(() => this.#push());
      case 'again':
        return this.#alone(() => this.#plan(unpushed(this.#shown.table), this.#shown.table.environment));
      case 'cancel':
        this.#cancel.abort();
        if (this.#shown.table.phase === 'planned') this.#shown.close();
        return;
      case 'choose':
        this.#shown.choose(message.uri, message.chosen);
        return;
      case 'choose-all':
        this.#shown.chooseAll(message.chosen);
        return;
      case 'open':
        await vscode.window.showTextDocument(vscode.Uri.parse(message.uri));
        return;
      case 'diff':
        return this.#showDiff(message.uri);
      case 'problems':
        await vscode.window.showTextDocument(vscode.Uri.parse(message.uri));
        await vscode.commands.executeCommand('workbench.actions.view.problems');
        return;
      case 'push-alone': {
        const { environment } = this.#shown.table;
        await vscode.commands.executeCommand('toggleTargeting.push', vscode.Uri.parse(message.uri), environment);
        return;
      }
    }
  }

  async #showDiff(uri: string): Promise<void> {
    const { compared, checked, live } = this.#shown.ready(uri) ?? {};
    if (compared === undefined || checked === undefined) return;
    const { toggle, environment } = checked.target;
    await this.#context.diffs.show(
      live === undefined
        ? vscode.l10n.t('{0}: last pushed to {1} from here ↔ will be pushed', toggle, environment)
        : vscode.l10n.t('{0}: live in {1} ↔ will be live', toggle, environment),
      { name: vscode.l10n.t('{0} in {1}', toggle, environment), text: compared.before },
      { name: vscode.l10n.t('{0} after the push', toggle), text: compared.after },
    );
  }
}
