/** Reads services silently: live versions at most every 30 s, project data every 5 min. Failed reads keep old data. */
import { getOrCreate } from '../core/json/madeOnce.js';
import type { ServiceKnowledge, Target } from '../core/protocol.js';
import type { Targeting } from './http/answers/answers.js';
import type { Failure } from './http/answers/outcome.js';
import type { Lists } from './http/project.js';
import { projectOf, readLists } from './http/project.js';
import type { Reading, Send } from './http/answers/reading.js';
import type { LiveAnswer, Service } from './http/service.js';
import { isReadable, readLive } from './http/service.js';
import { serviceAddressOf, targetUrl } from './http/target.js';
import { turnstile } from './pace.js';

export interface BackgroundReaderPorts {
  /** Returns milliseconds since 1970, for display. */
  readonly now: () => number;
  /** Returns monotonic time in milliseconds. */
  readonly elapsed: () => number;
  /** Returns the stored token. Must not ask the person for a token. */
  readonly token: (address: string) => Promise<string | undefined>;
  readonly service: (target: Target, url: URL, token: string) => Pick<Service, 'read' | 'history'>;
  readonly send: (token: string) => Send;
  readonly changed: () => void;
  readonly learned: (knowledge: ServiceKnowledge) => void;
}

export type Snapshot =
  | { readonly kind: 'no-token' }
  /** There is a token, but the person has not allowed background use for this folder. */
  | { readonly kind: 'not-agreed' }
  | { readonly kind: 'seen'; readonly seen: Seen }
  /** `seen` is the last successful read before the failure. */
  | { readonly kind: 'failed'; readonly outcome: Failure; readonly seen: Seen | undefined };

export interface Seen {
  readonly live: Targeting;
  /** Start of the read in milliseconds since 1970. For display only, since the system clock may be changed. */
  readonly time: number;
  /** The toggle may have changed after the read, for example by a push, so the remembered version may be newer. */
  readonly outdated?: true;
}

export class BackgroundReader {
  readonly #environments = new Map<string, Watched<Snapshot>>();
  readonly #projects = new Map<string, KnownProject>();
  readonly #few = turnstile(MAX_REQUESTS_AT_ONCE);

  constructor(private readonly ports: BackgroundReaderPorts) {}

  /** @returns the last snapshot of an environment; undefined if nothing is known yet */
  snapshot(target: Target): Snapshot | undefined {
    return this.#environments.get(keyOf(target))?.known;
  }

  /** Makes the next `look` read its environment again. Known live versions are kept. */
  expire(): void {
    for (const watched of this.#environments.values()) {
      watched.look = undefined;
      const snapshot = watched.known;
      // A token may have been stored in the meantime.
      if (snapshot?.kind === 'no-token') watched.known = undefined;
      if (snapshot !== undefined && 'seen' in snapshot && snapshot.seen !== undefined)
        watched.known = { ...snapshot, seen: { ...snapshot.seen, outdated: true } };
    }
  }

  /** Refreshes an outdated snapshot. Resolves when the read ends, or at once if the service cannot be read. */
  async look(target: Target): Promise<void> {
    const url = urlToRead(target);
    if (url === undefined) return;
    const watched = getOrCreate(this.#environments, keyOf(target), unread<Snapshot>);
    const { token: tokenFor, service, now, changed } = this.ports;
    const token = await tokenFor(serviceAddressOf(target));
    if (token === undefined) watched.known = { kind: 'no-token' };
    else {
      const read = async () => {
        const time = now();
        return snapshotOf(await this.#few(() => readLive(service(target, url, token))), watched.known, time);
      };
      if (!(await this.#again(watched, token, read, 30_000))) return;
    }
    changed();
  }

  /** Refreshes outdated data about the target's project. */
  async learn(target: Target): Promise<void> {
    const { elapsed, token: tokenFor, send: sendWith } = this.ports;
    const url = urlToRead(target);
    const token = url && (await tokenFor(serviceAddressOf(target)));
    if (url === undefined || token === undefined) return;
    const key = JSON.stringify([target.baseUrl, target.project]);
    const known = getOrCreate(this.#projects, key, (): KnownProject => ({ lists: unread(), attributes: new Map() }));
    const send = sendWith(token);
    const service = projectOf(target, url, (...request) => this.#few(() => send(...request)));
    const readAll = async () => {
      const began = elapsed();
      const lists = await readLists(target, service);
      return lists.kind === 'read' ? { ...lists.value, began } : undefined;
    };
    const readAttributes = async () => {
      const attributes = await service.attributes();
      return attributes.kind === 'read' ? attributes.value : undefined;
    };
    // Checks ignore project data older than twice this time (server/src/workspace/services/knownServices.ts).
    const freshFor = 300_000;
    const areNews = await Promise.all([
      this.#again(known.lists, token, readAll, freshFor),
      this.#again(
        getOrCreate(known.attributes, keyOf(target), unread<readonly string[]>),
        token,
        readAttributes,
        freshFor,
      ),
    ]);
    if (areNews.includes(true)) this.#tell(known);
  }

  /** Sends all project data again, for a listener that may have lost it. */
  republish(): void {
    for (const project of this.#projects.values()) this.#tell(project);
  }

  #tell({ lists, attributes }: KnownProject): void {
    if (lists.known === undefined) return;
    const { began, ...known } = lists.known;
    const names = [...attributes.values()].flatMap((each) => each.known ?? []);
    this.ports.learned({ ...known, age: this.ports.elapsed() - began, attributes: [...new Set(names)] });
  }

  /**
   * Updates a value, unless its last read is running or recent. Rethrows unexpected errors of the read.
   * @param freshFor milliseconds after the start of a read during which the value is not read again
   * @returns true if the value was updated
   */
  async #again<T>(
    watched: Watched<T>,
    token: string,
    read: () => Promise<T | undefined>,
    freshFor: number,
  ): Promise<boolean> {
    const { elapsed } = this.ports;
    const last = watched.look;
    if (last?.token === token && !(last.isOver && elapsed() - last.began >= freshFor)) {
      await last.end;
      return false;
    }
    const began = elapsed();
    const end = read();
    const look = { token, began, end, isOver: false };
    watched.look = look;
    const found = await end.finally(() => (look.isOver = true));
    // If a later read has begun, it will return newer data.
    if (found === undefined || watched.look !== look) return false;
    watched.known = found;
    return true;
  }
}

interface Watched<T> {
  known: T | undefined;
  /** The last read; `began` is its start on the clock of `elapsed`. */
  look:
    | { readonly token: string; readonly began: number; readonly end: Promise<unknown>; readonly isOver: boolean }
    | undefined;
}

interface KnownProject {
  readonly lists: Watched<Lists & { readonly began: number }>;
  /** Names of the attributes that a toggle uses, by the key of its target. */
  readonly attributes: Map<string, Watched<readonly string[]>>;
}

const MAX_REQUESTS_AT_ONCE = 4;

function unread<T>(): Watched<T> {
  return { known: undefined, look: undefined };
}

/** The URL of the target; undefined if its service only allows PATCH (service.md A). */
function urlToRead(target: Target): URL | undefined {
  return isReadable(target) ? targetUrl(target) : undefined;
}

function keyOf({ baseUrl, project, environmentKey, toggle }: Target): string {
  return JSON.stringify([baseUrl, project, environmentKey, toggle]);
}

function snapshotOf(reading: Reading<LiveAnswer>, before: Snapshot | undefined, time: number): Snapshot {
  if (reading.kind === 'read') {
    return { kind: 'seen', seen: { live: reading.value.live, time } };
  }
  const seen = before !== undefined && 'seen' in before ? before.seen : undefined;
  return { kind: 'failed', outcome: reading.outcome, seen };
}
