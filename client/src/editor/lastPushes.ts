/** What was pushed from here: the last push of each file, in the workspace's own storage. */
import type { Memento } from 'vscode';
import type { Outcome } from '../sync/service/outcome.js';
import { isLongGone } from './sweep.js';

export interface LastPush {
  readonly environment: string;
  /** Absent in what was kept before it was known. */
  readonly environmentKey?: string;
  readonly outcome: Outcome['kind'];
  /** Milliseconds since 1970. */
  readonly time: number;
}

const key = 'lastPushes';

/** Of outcomes that may be stored by a name of earlier. */
const formerNames: ReadonlyMap<string, Outcome['kind']> = new Map([
  ['pushed', 'ok'],
  ['refused', 'stopped-here'],
]);

export class LastPushes {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  last(uri: string): LastPush | undefined {
    const last = this.#pushes[uri];
    return last && { ...last, outcome: formerNames.get(last.outcome) ?? last.outcome };
  }

  /** Whether any file was. */
  hasPushed(): boolean {
    return Object.keys(this.#pushes).some((uri) => this.last(uri)?.outcome === 'ok');
  }

  /** Forgets those of files that are gone. */
  async sweep(): Promise<void> {
    for (const [uri, { time }] of Object.entries(this.#pushes)) {
      if (!(await isLongGone(uri, Date.now() - time))) continue;
      const others = Object.entries(this.#pushes).filter(([other]) => other !== uri);
      await this.#state.update(key, Object.fromEntries(others));
    }
  }

  async record(uri: string, push: LastPush): Promise<void> {
    await this.#state.update(key, { ...this.#pushes, [uri]: push });
  }

  get #pushes(): Readonly<Record<string, LastPush>> {
    return this.#state.get<Record<string, LastPush>>(key, {});
  }
}
