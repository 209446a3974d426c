/** What was pushed from here: the last push of each file, in the workspace's own storage. */
import type { Memento } from 'vscode';
import type { Target } from '../../../server/src/core/protocol.js';
import type { SentState } from '../../../server/src/service/push/arrival.js';
import type { Outcome } from '../../../server/src/service/http/answers/outcome.js';
import { environmentAtHost, environmentName } from '../../../server/src/service/http/target.js';
import { isLongGone } from '../sweep.js';

export type Place = Pick<Target, 'environment' | 'environmentKey' | 'baseUrl' | 'project'>;

export interface LastPush extends Place {
  readonly outcome: Outcome['kind'];
  /** Milliseconds since 1970. */
  readonly time: number;
}

export interface StartedPush extends Place {
  /** Absent where the service cannot be read. */
  readonly sent?: SentState;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Whether a push went there. A config may name another service since. */
export function wentTo({ environment, environmentKey, baseUrl, project }: Place, target: Place): boolean {
  return (
    environment === target.environment &&
    environmentKey === target.environmentKey &&
    baseUrl === target.baseUrl &&
    project === target.project
  );
}

/** Where a push went, in words that tell it from all places that the file goes to. */
export function placeOf(last: LastPush, targets: readonly Place[]): string {
  return targets.some((target) => wentTo(last, target)) ? environmentName(last) : environmentAtHost(last);
}

/** Values that are stored by file URI, or by another key. */
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

  /** Whether any file was. */
  hasPushed(): boolean {
    return Object.values(this.#pushes.all()).some(({ outcome }) => outcome === 'ok');
  }

  /** Forgets those of files that are gone. */
  async sweep(): Promise<void> {
    for (const [uri, { time }] of Object.entries(this.#pushes.all()))
      if (await isLongGone(uri, Date.now() - time)) await this.#pushes.keepOnly((other) => other !== uri);
  }

  async record(uri: string, push: LastPush): Promise<void> {
    await this.#pushes.set(uri, push);
  }

  /** Until `ended`, so that the next start of the editor finds a push that it interrupted. */
  async started(uri: string, push: StartedPush): Promise<void> {
    await this.#sending.set(uri, push);
  }

  async ended(uri: string): Promise<void> {
    await this.#sending.keepOnly((other) => other !== uri);
  }

  /** Pushes that started and have not ended: at activation, the editor was closed during each of them. */
  unended(): readonly (readonly [uri: string, push: StartedPush])[] {
    return Object.entries(this.#sending.all());
  }

  /** What the comment in a file was when it was pushed last. */
  comment(uri: string): string | undefined {
    return this.#comments.all()[uri];
  }

  /** Of files that were pushed alone, as `last` tells. */
  async commented(uri: string, comment: string): Promise<void> {
    await this.#comments.set(uri, comment);
    await this.#comments.keepOnly((each) => this.last(each) !== undefined);
  }

  /** The version that a roll back or a promotion from here made last of a toggle. */
  made(target: Target): number | undefined {
    return this.#made.all()[toggleIn(target)];
  }

  /** Of a version that no file was pushed for. */
  async recordMade(target: Target, version: number): Promise<void> {
    await this.#made.set(toggleIn(target), version);
  }
}

/** Whatever the config calls the environment. */
function toggleIn({ baseUrl, project, environmentKey, toggle }: Target): string {
  return JSON.stringify([baseUrl, project, environmentKey, toggle]);
}
