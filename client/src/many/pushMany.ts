/** Pushes a folder: shows a tree for confirmation, pushes the ticked files, and stores the results across reloads. */
import * as vscode from 'vscode';
import { t } from '../../../server/src/core/t.js';
import { logged } from '../fence.js';
import type { PushContext } from '../push/pushPorts.js';
import { targetingFiles } from '../files/ours.js';
import { Owner } from '../owner.js';
import { counted } from '../progress.js';
import type { Target } from '../../../server/src/core/protocol.js';
import { askConsent } from '../../../server/src/service/many/consent.js';
import type { Plan } from '../../../server/src/service/many/plan.js';
import { planMany } from '../../../server/src/service/many/plan.js';
import { runMany } from '../../../server/src/service/many/run.js';
import { titleOf } from '../../../server/src/service/many/pushNodes.js';
import type { ReadyToPush } from '../../../server/src/service/many/planned.js';
import type { ManyPorts } from '../../../server/src/service/many/ports.js';
import type { Row, Table } from '../../../server/src/service/many/table.js';
import {
  again,
  begun,
  canBeTicked,
  changedSince,
  finished,
  isNext,
  omittedFiles,
  readTable,
  summary,
  tableOf,
  ticked,
  unpushed,
  withRow,
} from '../../../server/src/service/many/table.js';
import { listOf } from '../../../server/src/core/targeting/joined.js';
import { isBeingEdited } from '../services.js';
import type { Report } from '../say.js';
import { notify, withProgress } from '../say.js';
import { chooseFolder, filesIn } from './pushedFiles.js';
import { consentPorts, manyPorts, nameOf } from './ports.js';
import { ManyView } from './pushView.js';

export class ManyPushes extends Owner {
  readonly view: ManyView;
  #table: Table | undefined;
  /** The files that can be pushed, keyed by URI. */
  #ready: ReadonlyMap<string, ReadyToPush> = new Map();
  #busy = false;
  #looking = Promise.resolve();
  #cancel = new AbortController();

  /** @param kept the workspace's storage, which survives a reload of the window */
  constructor(
    private readonly context: PushContext,
    private readonly kept: vscode.Memento,
  ) {
    super();
    this.view = new ManyView({
      ticked: (uris, isTicked) => {
        if (this.#table !== undefined) this.#change(ticked(this.#table, uris, isTicked));
      },
      shown: (file) => this.lookAgain(file),
    });
    const files = vscode.workspace.createFileSystemWatcher(targetingFiles);
    this.owns(
      this.view,
      files,
      files.onDidChange((file) => this.lookAgain(file)),
      // After a change on disk, this event fires once the editor has loaded the new text.
      vscode.workspace.onDidChangeTextDocument(({ document }) => document.isDirty || this.lookAgain(document.uri)),
    );
  }

  /** Restores the table of the push that was shown before the window was reloaded. */
  restore(): void {
    this.#table = readTable(this.kept.get(key));
    this.view.show(this.#table);
  }

  async command(clicked?: vscode.Uri, selected: readonly vscode.Uri[] = []): Promise<void> {
    await this.#alone(async () => {
      const clickedOnly = clicked === undefined ? [] : [clicked];
      const places = selected.length > 0 ? selected : clickedOnly;
      const folder = places.length > 0 ? undefined : await chooseFolder();
      const files = await filesIn(folder === undefined ? places : [folder]);
      if (files !== undefined) await this.#plan(files.map(String));
    });
  }

  /** Updates a file's row after a change. @param pushed the target, if the file was pushed separately */
  lookAgain(file: vscode.Uri, pushed?: Target): void {
    this.#looking = this.#looking.then(() => this.#lookAgain(file, pushed)).catch(logged(this.context.log));
  }

  async #lookAgain(file: vscode.Uri, pushed?: Target): Promise<void> {
    const [before, uri] = [this.#table, file.toString()];
    const isShown = () => !this.#busy && this.#table?.phase === before?.phase && vscode.workspace.isTrusted;
    if (before?.rows.find((row) => row.uri === uri) === undefined) return;
    // A file with unsaved changes is skipped, because planning would save the file.
    if (!isShown() || isBeingEdited(uri)) return;
    const ports = this.#ports(before);
    const token = (address: string) => this.context.credentials.known(address);
    const plan = await planMany({ ...ports, token }, [uri], new AbortController().signal);
    if (plan === undefined || this.#table === undefined || !isShown()) return;
    this.#learn(plan);
    const now = { ...tableOf(plan, nameOf, before.time), phase: before.phase };
    this.#change(again(this.#table, now, new Set([uri]), pushed?.environment === before.environment));
  }

  /** The action of the view's first row: checks the files again and, if none changed, asks whether to push them. */
  async next(): Promise<void> {
    await this.#alone(async () => {
      const before = this.#table;
      if (before === undefined) return;
      const next = before.phase === 'restored' ? [] : before.rows.filter(isNext);
      // No file is ticked, so there is nothing to push.
      if (next.length === 0 && before.phase !== 'restored' && before.rows.some(canBeTicked)) return;
      const rows = next.length > 0 ? next : before.rows.filter(({ state }) => state !== 'pushed');
      if (before.phase !== 'restored' && unpushed({ rows }).length === 0) return;
      const table = await this.#plan(
        rows.map(({ uri }) => uri),
        before,
      );
      if (table === undefined || next.length === 0) return;
      const changed = changedSince(before, table);
      if (changed.length === 0) await this.#push(table);
      else void notify('warning', t('Review the list before you push: {0} changed.', listOf(changed)));
    });
  }

  /** Stops a push after the current files, or closes the view. */
  cancel(): void {
    this.#cancel.abort();
    if (this.#table?.phase !== 'running') this.#change(undefined);
  }

  async showDiffs(): Promise<void> {
    if (this.#table === undefined) return;
    const changes = [...this.#ready.values()].flatMap(({ checked, compared }) => {
      if (compared === undefined) return [];
      const { before, after: text } = compared;
      return [{ file: vscode.Uri.parse(checked.uri), name: checked.target.toggle, before, text }];
    });
    await this.context.diffs.showAll(titleOf(this.#table).title, changes);
  }

  /** Runs the work, but only if no other push is running. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#busy) {
      void notify('information', t('Files are already being pushed.'));
      if (this.#table !== undefined) void this.view.focus();
      return;
    }
    this.#busy = true;
    try {
      await work();
    } finally {
      this.#busy = false;
    }
  }

  /** @param before the table of the earlier plan, whose files are checked again */
  async #plan(files: readonly string[], before?: Table): Promise<Table | undefined> {
    const title = t('Checking the targeting files');
    const plan = await withProgress(title, new AbortController(), (_, signal) =>
      planMany(this.#ports(before), files, signal),
    );
    if (plan === undefined) return undefined;
    if (before === undefined) this.#ready = new Map();
    this.#learn(plan);
    const found = tableOf(plan, nameOf, Date.now());
    const table = before === undefined ? found : again(before, found, new Set(files));
    this.#change(table);
    await this.view.focus();
    return table;
  }

  #ports(before?: Table): ManyPorts {
    return { ...manyPorts(this.context, before?.environment), shown: (uri) => before && this.#ready.get(uri) };
  }

  #learn({ files }: Plan): void {
    const ready = new Map(this.#ready);
    for (const { uri, verdict } of files)
      if (verdict.kind === 'ready') ready.set(uri, verdict);
      else ready.delete(uri);
    this.#ready = ready;
  }

  async #push(table: Table): Promise<void> {
    const files = table.rows.flatMap(({ uri, isTicked }) => {
      const ready = isTicked ? this.#ready.get(uri) : undefined;
      return ready === undefined ? [] : [ready];
    });
    if (files.length === 0) return;
    this.#cancel = new AbortController();
    const comment = await askConsent(consentPorts(), table.environment, files, omittedFiles(table));
    if (comment === undefined || this.#cancel.signal.aborted) return;
    try {
      // The person confirmed these files; ticks that change from now on have no effect.
      this.#change(begun(table));
      const title = t('Pushing files to {0}', table.shown);
      await withProgress(title, this.#cancel, (report, signal) =>
        runMany({ ...manyPorts(this.context), ...this.#row(files.length, report) }, files, comment, signal),
      );
    } finally {
      if (this.#table !== undefined) this.#change(finished(this.#table, Date.now()));
    }
    // Not awaited: the notification stays open until the person dismisses it.
    void this.#offerResults();
  }

  #row(count: number, report: Report): Pick<Parameters<typeof runMany>[0], 'begun' | 'ended'> {
    const done = counted(report, count);
    const change = (uri: string, changed: Pick<Row, 'state' | 'words'>) => {
      if (this.#table !== undefined) this.#change(withRow(this.#table, uri, changed));
    };
    return {
      begun: (uri) => change(uri, { state: 'sending', words: '' }),
      ended: (uri, { kind, words }) => {
        done();
        change(uri, { state: kind, words });
      },
    };
  }

  async #offerResults(): Promise<void> {
    const table = this.#table;
    if (table === undefined) return;
    const words = t('Push to {0} · {1}', table.shown, summary(table));
    const level = unpushed(table).length === 0 ? 'information' : 'warning';
    const isShown = await notify(level, words, { [t('Show Results')]: true });
    if (isShown && this.#table === table) void this.view.focus();
  }

  #change(table: Table | undefined): void {
    this.#table = table;
    if (table === undefined) this.#ready = new Map();
    this.view.show(table);
    // A failure to store the table must not fail the push.
    this.kept.update(key, table).then(undefined, logged(this.context.log));
  }
}

const key = 'lastManyPush';
