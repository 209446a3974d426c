/** Serves one environment to local applications, and counts the requests of these applications. */
import { t } from '../../core/t.js';
import type {
  AskedUser,
  Servable,
  ServableEnvironment,
  ServeAnswer,
  ServeParams,
  Serving,
} from '../../core/protocol.js';
import { namesOf } from '../../core/features/codeLens.js';
import type { Person } from '../../core/results/evaluated.js';
import type { EvaluationCounts, LocalServer, LocalServerOptions, SeenUser } from '../../serve/contract.js';
import type { KnownServices } from '../../workspace/services/knownServices.js';
import type { LocalToggle } from '../../workspace/local/localEnvironment.js';
import { localSource, notesOf } from '../../workspace/local/localSource.js';
import type { Project } from '../../workspace/project.js';
import { folderOf, nameOf, pathBelow } from '../../workspace/disk/uris.js';
import { Emitter } from '../lsp.js';
import { ServedFiles } from './servedFiles.js';

interface Options {
  readonly project: Project;
  readonly services: KnownServices;
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Starts a server. Rejects if no server can be started. */
  readonly start: (options: LocalServerOptions) => Promise<LocalServer>;
  /** Called after applications have sent requests, or have stopped sending requests. */
  readonly onAsked: () => void;
  readonly failed: (error: unknown) => void;
}

interface Running {
  readonly files: ServedFiles;
  readonly name: string;
  readonly server: LocalServer;
}

/** The minimum time between two updates of the views that show requests of applications. */
const TELL_EVERY_MS = 5_000;

/** The maximum number of recently seen users to show. */
const MAX_SEEN = 20;

export class LocalServing {
  #running: Running | undefined;
  #work: Promise<unknown> = Promise.resolve();
  readonly #changed = new Emitter<void>();
  #later: NodeJS.Timeout | undefined;
  #toldAt = -Infinity;
  #told = { state: '', asked: '' };
  /** Fires when the served environment or its description changes. */
  readonly onChanged = this.#changed.event;

  constructor(private readonly options: Options) {}

  /** The environments that can be served for a file, for the files in a folder, or for all files. */
  async servable(uri: string | undefined): Promise<readonly ServableEnvironment[]> {
    const { project } = this.options;
    const uris = Array.from((await project.ready()).files(), (file) => file.uri);
    const isMeant = (each: string) => uri === undefined || each === uri || pathBelow(uri, each) !== undefined;
    const places = uris.filter(isMeant).flatMap((each): readonly Servable[] => {
      const config = project.config(each);
      const from = config?.uri ?? folderOf(each);
      const { environment } = project.files.identity(each);
      const names = environment === undefined ? (config?.parsed.environmentNames ?? []) : [environment];
      return names.length === 0 ? [{ from }] : names.map((name) => ({ from, environment: name }));
    });
    const each = new Map(places.map((place) => [JSON.stringify(place), place]));
    return Array.from(each.values(), (place) => ({ ...place, name: nameOfPlace(place) }));
  }

  start(params: ServeParams): Promise<ServeAnswer> {
    return this.#inTurn(async () => {
      await this.#stop();
      return this.#start(params);
    });
  }

  stop(): Promise<void> {
    return this.#inTurn(() => this.#stop());
  }

  get now(): Serving | undefined {
    const running = this.#running;
    if (running === undefined) return undefined;
    const { name, server } = running;
    const toggles = [...running.files.environment.toggles];
    const troubled = toggles.filter(({ trouble }) => trouble !== undefined).map(({ toggle }) => toggle);
    const { requests } = server.tally;
    return {
      url: server.url,
      title: `${name} → :${new URL(server.url).port}`,
      details: [
        t('{0} is served to applications on this machine at {1}.', name, server.url),
        toggles.length === 1 ? t('1 toggle') : t('{0} toggles', toggles.length),
        ...(troubled.length === 0 ? [] : [t('Toggles served differently from their files: {0}', namesOf(troubled))]),
        ...notesOf(running.files.environment),
        requests === 1 ? t('1 request') : t('{0} requests', requests),
      ],
    };
  }

  /** @returns the served toggle and its counted requests; undefined if the file is not served */
  of(uri: string): { readonly toggle: LocalToggle; readonly asked: EvaluationCounts | undefined } | undefined {
    const toggle = this.#running?.files.environment.of(uri);
    if (toggle === undefined) return undefined;
    // If two files define the same toggle, the toggle's requests are counted only for the served file.
    const asked = toggle.trouble?.kind === 'twice' ? undefined : this.#running?.server.tally.asked(toggle.toggle);
    return { toggle, asked };
  }

  /** The users in requests for a file's environment, except users that are among `others`. */
  seen(uri: string, others: readonly (Pick<Person, 'name' | 'key'> & Pick<SeenUser, 'attributes'>)[]): AskedUser[] {
    const names = new Set(others.map(({ name }) => name));
    const known = new Set(others.map(({ key, name, attributes }) => textOf(key ?? name, attributes)));
    return this.#users(uri).flatMap(({ key, attributes }) => {
      const text = textOf(key, attributes);
      const name = names.has(key) ? text : key;
      if (known.has(text) || names.has(name)) return [];
      names.add(name);
      return [{ name, key, attributes: Object.fromEntries(attributes) }];
    });
  }

  attributes(uri: string): readonly string[] {
    return [...new Set(this.#users(uri).flatMap(({ attributes }) => [...attributes.keys()]))];
  }

  take(uri: string): void {
    this.#receive(this.#running?.files.take(uri) ?? false);
  }

  /** Call this when the users in segments may have changed. */
  takeSegments(): void {
    this.#receive(this.#running?.files.takeSegments() ?? false);
  }

  /** Call this when any file, or the environment of a file, may have changed. */
  async takeAll(): Promise<void> {
    const running = this.#running;
    const isChanged = (await running?.files.takeAll()) ?? false;
    if (this.#running === running) this.#receive(isChanged);
  }

  #users(uri: string): readonly SeenUser[] {
    return this.of(uri) === undefined ? [] : (this.#running?.server.tally.users().slice(0, MAX_SEEN) ?? []);
  }

  #receive(isChanged: boolean): void {
    if (isChanged) this.#running?.server.changed();
    this.#tellSoon();
  }

  async #start({ port, allowedOrigins, ...place }: ServeParams): Promise<ServeAnswer> {
    const { now, start } = this.options;
    const pattern = allowedOrigins.find((origin) => origin.includes('*'));
    if (pattern !== undefined)
      return {
        kind: 'failed',
        reason: t('{0} is a pattern. Name each origin, such as {1}.', pattern, 'http://localhost:3000'),
      };
    const files = new ServedFiles(place, this.options);
    const name = nameOfPlace(place);
    const source = localSource(files.environment, () => Math.floor(now() / 1_000));
    const onAsked = () => {
      this.#tellSoon();
    };
    try {
      await files.takeAll();
      const server = await start({ source, port, sdkKey: undefined, allowedOrigins, t, clock: now, onTally: onAsked });
      this.#running = { files, name, server };
      // Files may have changed while the server was starting.
      if (await files.takeAll()) server.changed();
      this.#tell();
      return { kind: 'serving', port: Number(new URL(server.url).port) };
    } catch (error) {
      const { message: reason, cause } = error instanceof Error ? error : new Error(String(error));
      const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
      return { kind: isTaken ? 'port-taken' : 'failed', reason };
    }
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.server.close();
    if (running !== undefined) this.#tell();
  }

  #tellSoon(): void {
    const wait = Math.max(0, this.#toldAt + TELL_EVERY_MS - performance.now());
    this.#later ??= setTimeout(() => this.#tell(), wait);
  }

  #tell(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#toldAt = performance.now();
    const { files, server } = this.#running ?? {};
    const toggles = [...(files?.environment.toggles ?? [])];
    const asked = toggles.map(({ toggle }) => server?.tally.asked(toggle));
    const troubles = toggles.map(({ trouble }) => trouble?.words);
    const users = server?.tally.users().slice(0, MAX_SEEN) ?? [];
    const before = this.#told;
    this.#told = {
      state: JSON.stringify(this.now),
      asked: JSON.stringify([
        server?.url,
        asked,
        troubles,
        users.map(({ key, attributes }) => textOf(key, attributes)),
      ]),
    };
    if (before.state !== this.#told.state) this.#changed.fire();
    if (before.asked !== this.#told.asked) this.options.onAsked();
    // The tally forgets requests for a toggle after a minute, so another update is needed.
    if (asked.some((each) => each !== undefined)) this.#tellSoon();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    this.#work = done.catch(this.options.failed);
    return done;
  }
}

function nameOfPlace({ from, environment }: Servable): string {
  return environment ?? nameOf(from);
}

/** Names a user, for example `anna, city=Paris`. */
function textOf(key: string, attributes: ReadonlyMap<string, string>): string {
  return [key, ...Array.from(attributes, ([name, value]) => `${name}=${value}`).sort()].join(', ');
}
