/** Stores each file's last push from this editor in workspace storage. */
import type { Memento } from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import type { SentState } from '../../../server/src/service/push/arrival.js';
import type { Outcome } from '../../../server/src/service/http/answers/outcome.js';
import { environmentAtHost, environmentName } from '../../../server/src/service/http/target.js';
import { isLongGone } from '../sweep.js';

export type Place = Pick<Target, 'environment' | 'environmentKey' | 'baseUrl' | 'project'>;

export interface LastPush extends Place {
  readonly outcome: Outcome['kind'];
  /** The time of the push, in milliseconds since 1970. */
  readonly time: number;
}

export interface StartedPush extends Place {
  /** The state that was sent; absent if the service cannot be read. */
  readonly sent?: SentState;
  /** The start of the push, in milliseconds since 1970. */
  readonly time: number;
}

/** Whether the push went to this target. The config may have changed since the push. */
export function wentTo(push: Place, target: Place): boolean {
  const fields = ['environment', 'environmentKey', 'baseUrl', 'project'] as const;
  return fields.every((field) => push[field] === target[field]);
}

/** Names the environment of a push, with the host if the config no longer has this environment. */
export function placeOf(last: LastPush, targets: readonly Place[]): string {
  return targets.some((target) => wentTo(last, target)) ? environmentName(last) : environmentAtHost(last);
}

class Kept<T> {
  constructor(
    private readonly state: Memento,
    private readonly name: string,
  ) {}

  all(): Readonly<Record<string, T>> {
    return this.state.get<Record<string, T>>(this.name, {});
  }

  async set(key: string, value: T): Promise<void> {
    await this.state.update(this.name, { ...this.all(), [key]: value });
  }

  async keepOnly(isKept: (key: string) => boolean): Promise<void> {
    await this.state.update(this.name, Object.fromEntries(Object.entries(this.all()).filter(([key]) => isKept(key))));
  }
}

export class LastPushes {
  readonly #pushes: Kept<LastPush>;
  readonly #sending: Kept<StartedPush>;
  readonly #comments: Kept<string>;
  readonly #made: Kept<number>;

  constructor(state: Memento) {
    this.#pushes = new Kept(state, 'lastPushes');
    this.#sending = new Kept(state, 'sendingPushes');
    this.#comments = new Kept(state, 'lastComments');
    this.#made = new Kept(state, 'madeVersions');
  }

  last(uri: string): LastPush | undefined {
    return this.#pushes.all()[uri];
  }

  hasPushed(): boolean {
    return Object.values(this.#pushes.all()).some(({ outcome }) => outcome === 'ok');
  }

  async sweep(): Promise<void> {
    for (const [uri, { time }] of Object.entries(this.#pushes.all()))
      if (await isLongGone(uri, Date.now() - time)) await this.#pushes.keepOnly((other) => other !== uri);
  }

  async record(uri: string, push: LastPush): Promise<void> {
    await this.#pushes.set(uri, push);
  }

  /** Stores the push until `ended` is called, so that the next start of the editor finds an interrupted push. */
  async started(uri: string, push: StartedPush): Promise<void> {
    await this.#sending.set(uri, push);
  }

  async ended(uri: string): Promise<void> {
    await this.#sending.keepOnly((other) => other !== uri);
  }

  /** Pushes that have started, but not ended. When the extension starts, these are the interrupted pushes. */
  unended(): readonly (readonly [uri: string, push: StartedPush])[] {
    return Object.entries(this.#sending.all());
  }

  /** The comment that the file contained when it was last pushed. */
  comment(uri: string): string | undefined {
    return this.#comments.all()[uri];
  }

  /** Stores the file's comment, and deletes comments of files without a last push. */
  async commented(uri: string, comment: string): Promise<void> {
    await this.#comments.set(uri, comment);
    await this.#comments.keepOnly((each) => this.last(each) !== undefined);
  }

  /** The version of a toggle that the last roll back or promotion from this editor created. */
  made(target: Target): number | undefined {
    return this.#made.all()[toggleIn(target)];
  }

  async recordMade(target: Target, version: number): Promise<void> {
    await this.#made.set(toggleIn(target), version);
  }
}

/** Identifies a toggle at a service, regardless of the config's name for the environment. */
function toggleIn({ baseUrl, project, environmentKey, toggle }: Target): string {
  return JSON.stringify([baseUrl, project, environmentKey, toggle]);
}
