/**
 * The table of many files at the window: its rows and what is chosen of them, kept in step with the panel that shows them and
 * with what outlives a reload. Pushes nothing.
 */
import type { LogOutputChannel, WebviewPanel } from 'vscode';
import { logged } from '../fence.js';
import type { Plan } from '../../../server/src/service/many/plan.js';
import type { ReadyToPush } from '../../../server/src/service/many/planned.js';
import type { Row, Table } from '../../../server/src/service/many/table.js';
import { allChosen, oneChosen, readyRows, tableOf, withRow } from '../../../server/src/service/many/table.js';
import type { FromPage } from './page.js';
import type { Shown } from './pageTable.js';
import { ManyPanel } from './panel.js';
import { nameOf } from './ports.js';
import type { ManyResults } from './results.js';

export class ShownTable {
  readonly #results: ManyResults;
  readonly #log: LogOutputChannel;
  readonly #panel: ManyPanel;
  #table: Table = { environment: '', shown: '', phase: 'finished', time: 0, rows: [] };
  /** By URI, what the table says of the files that can be pushed. */
  #ready: ReadonlyMap<string, ReadyToPush> = new Map();
  /** URIs of some of them. */
  #chosen: ReadonlySet<string> = new Set();

  constructor(results: ManyResults, log: LogOutputChannel, pressed: (message: FromPage) => void) {
    this.#results = results;
    this.#log = log;
    this.#panel = new ManyPanel(() => this.#shown(), pressed);
  }

  get table(): Table {
    return this.#table;
  }

  open(table = this.#table): void {
    this.#table = table;
    this.#panel.open();
  }

  /** What takes its own tick is not chosen at first. */
  openPlan(plan: Plan): void {
    this.#ready = new Map(
      plan.files.flatMap(({ uri, verdict }) => (verdict.kind === 'ready' ? [[uri, verdict] as const] : [])),
    );
    const table = tableOf(plan, nameOf, Date.now());
    this.#chosen = readyRows(table);
    this.open(table);
  }

  /** @param panel of before a reload */
  adopt(panel: WebviewPanel, table: Table): void {
    this.#table = table;
    this.#panel.adopt(panel);
  }

  close(): void {
    this.#panel.close();
  }

  /** Undefined of a file that cannot be pushed. */
  ready(uri: string): ReadyToPush | undefined {
    return this.#ready.get(uri);
  }

  chosen(): readonly ReadyToPush[] {
    return [...this.#ready].flatMap(([uri, ready]) => (this.#chosen.has(uri) ? [ready] : []));
  }

  choose(uri: string, tick: boolean): void {
    this.#chosen = oneChosen(this.#table, this.#chosen, { uri, tick });
    this.#panel.change();
  }

  chooseAll(tick: boolean): void {
    this.#chosen = allChosen(this.#table, this.#chosen, tick);
    this.#panel.change();
  }

  /** The table has another phase. */
  async change(table: Table): Promise<void> {
    this.#table = table;
    this.#panel.show();
    await this.#keep();
  }

  async changeRow(uri: string, change: Pick<Row, 'state' | 'words'>): Promise<void> {
    this.#table = withRow(this.#table, uri, change);
    this.#panel.change(uri);
    await this.#keep();
  }

  /** Never a reason to fail: what was pushed is pushed, whether it can be kept or not. */
  async #keep(): Promise<void> {
    try {
      await this.#results.keep(this.#table);
    } catch (error) {
      logged(this.#log)(error);
    }
  }

  #shown(): Shown {
    const compared = [...this.#ready].flatMap(([uri, ready]) => (ready.compared === undefined ? [] : [uri]));
    return { table: this.#table, chosen: this.#chosen, compared: new Set(compared) };
  }
}
