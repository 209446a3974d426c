/** Keeps the table of the last push of many files in the workspace's own storage, for after a reload. */
import type { Memento } from 'vscode';
import type { Table } from '../../../server/src/service/many/table.js';
import { readTable } from '../../../server/src/service/many/table.js';

const key = 'lastManyPush';

export class ManyResults {
  readonly #state: Memento;
  #wanted: Table | undefined;
  #kept: Table | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(state: Memento) {
    this.#state = state;
  }

  last(): Table | undefined {
    return readTable(this.#state.get(key));
  }

  /** One write after the other; what was overtaken while it waited is left out. */
  keep(table: Table | undefined): Promise<void> {
    this.#wanted = table;
    const write = async () => {
      if (this.#kept === this.#wanted) return;
      this.#kept = this.#wanted;
      await this.#state.update(key, this.#kept);
    };
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}
