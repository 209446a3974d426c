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

const key = 'lastPushes';
const sendingKey = 'sendingPushes';
const commentsKey = 'lastComments';
const madeKey = 'madeVersions';

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

export class LastPushes {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  last(uri: string): LastPush | undefined {
    return this.#pushes[uri];
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

  /** Until `ended`, so that the next start of the editor finds a push that it interrupted. */
  async started(uri: string, push: StartedPush): Promise<void> {
    await this.#state.update(sendingKey, { ...this.#sending, [uri]: push });
  }

  async ended(uri: string): Promise<void> {
    const others = Object.entries(this.#sending).filter(([other]) => other !== uri);
    await this.#state.update(sendingKey, Object.fromEntries(others));
  }

  /** Pushes that started and have not ended: at activation, the editor was closed during each of them. */
  unended(): readonly (readonly [uri: string, push: StartedPush])[] {
    return Object.entries(this.#sending);
  }

  /** What the comment in a file was when it was pushed last. */
  comment(uri: string): string | undefined {
    return this.#comments[uri];
  }

  /** Of files that were pushed alone, as `last` tells. */
  async commented(uri: string, comment: string): Promise<void> {
    const known = Object.entries({ ...this.#comments, [uri]: comment }).filter(
      ([each]) => this.#pushes[each] !== undefined,
    );
    await this.#state.update(commentsKey, Object.fromEntries(known));
  }

  /** The version that a roll back or a promotion from here made last of a toggle. */
  made(target: Target): number | undefined {
    return this.#made[toggleIn(target)];
  }

  /** Of a version that no file was pushed for. */
  async recordMade(target: Target, version: number): Promise<void> {
    await this.#state.update(madeKey, { ...this.#made, [toggleIn(target)]: version });
  }

  get #made(): Readonly<Record<string, number>> {
    return this.#state.get<Record<string, number>>(madeKey, {});
  }

  get #sending(): Readonly<Record<string, StartedPush>> {
    return this.#state.get<Record<string, StartedPush>>(sendingKey, {});
  }

  get #comments(): Readonly<Record<string, string>> {
    return this.#state.get<Record<string, string>>(commentsKey, {});
  }

  get #pushes(): Readonly<Record<string, LastPush>> {
    return this.#state.get<Record<string, LastPush>>(key, {});
  }
}

/** Whatever the config calls the environment. */
function toggleIn({ baseUrl, project, environmentKey, toggle }: Target): string {
  return JSON.stringify([baseUrl, project, environmentKey, toggle]);
}
