/** The command line's access to services. Tokens, proxies and CAs come only from environment variables. */
import { t } from '../../core/t.js';
import { describeRead } from '../../service/http/describe.js';
import type { Listed, Project } from '../../service/http/project.js';
import { projectOf, readLists } from '../../service/http/project.js';
import type { Call, Connections, Exchange } from '../../service/http/request.js';
import { exchange, languageFor } from '../../service/http/request.js';
import type { Service } from '../../service/http/service.js';
import type { KnownKeys } from '../../service/http/spelling.js';
import { isReadable, serviceBy } from '../../service/http/service.js';
import { serviceAddressOf, targetName, targetUrl } from '../../service/http/target.js';
import { Throttling } from '../../service/http/throttling.js';
import { readToken } from '../../service/http/token.js';
import type { KnownToggle, Target } from '../../core/protocol.js';
import type { KnownProject } from '../../workspace/services/knownProject.js';
import { knownProject } from '../../workspace/services/knownProject.js';
import { localeOf } from '../language.js';
import type { Timeout } from '../options.js';
import { visible } from '../reports/visible.js';
import type { World } from '../world.js';
import { networkWords } from './networkWords.js';

/** Proxies come from environment variables. Node.js itself adds the certificate authorities of NODE_EXTRA_CA_CERTS. */
const network = {
  ...{ proxy: undefined, proxyAuthorization: undefined, noProxy: [], useProxy: true, strictTls: true },
  ...{ systemCertificates: true, extraCaFile: undefined },
};

export type Reached<T> = { readonly reached: T } | { readonly reason: string };

export async function withAccess<T>(
  world: ConstructorParameters<typeof Access>[0],
  patience: Timeout,
  work: (access: Access) => Promise<T>,
): Promise<T> {
  const access = new Access(world, patience);
  try {
    return await work(access);
  } finally {
    await access.close();
  }
}

export class Access {
  readonly #throttling: Throttling;
  readonly #hurried = new AbortController();
  /** The connections are reused until the command ends, because connecting takes longer than a read. */
  readonly #connections: Connections = new Map();
  /** The archived toggles by environment (base URL, project, key); undefined if the toggles cannot be listed. */
  readonly #archived = new Map<string, Promise<Listed<KnownToggle> | undefined>>();
  readonly #listedProjects: NonNullable<KnownKeys['projects']> = new Map();
  /** The toggles and segments by project (base URL and project key). */
  readonly #projects = new Map<string, Promise<Reached<KnownProject | undefined>>>();

  constructor(
    private readonly world: Pick<World, 'environment' | 'time' | 'now' | 'wait' | 'messages'>,
    private readonly patience: Timeout,
  ) {
    const clock = { now: () => world.time() * 1_000, elapsed: world.now, wait: world.wait };
    const waiting = (host: string, milliseconds: number) => {
      world.messages.write(
        `${visible(t('{0} is throttling. Waiting {1} s …', host, Math.ceil(milliseconds / 1_000)))}\n`,
      );
    };
    this.#throttling = new Throttling(
      { ...clock, waiting, request: (call) => this.#request(call) },
      this.#hurried.signal,
      patience.isChosen ? patience.seconds * 1_000 : undefined,
    );
  }

  service(target: Target): Reached<Service> {
    const keys = { projects: this.#listedProjects, isListed: () => this.#isListed(target) };
    return this.#with(target, (url, token) =>
      serviceBy({ target, url, token }, (call) => this.#throttling.send(call), keys),
    );
  }

  project(target: Target): Reached<Project> {
    return this.#with(target, (url, token) =>
      projectOf(target, url, (method, address) =>
        this.#throttling.send({ method, url: address, token, api: target.api }),
      ),
    );
  }

  /** The project's toggles and segments, which are read once per command; undefined if the service cannot be read. */
  async known(target: Target): Promise<Reached<KnownProject | undefined>> {
    if (!isReadable(target)) return { reached: undefined };
    const place = JSON.stringify([target.baseUrl, target.project]);
    const reading = this.#projects.get(place) ?? this.#listsOf(target);
    this.#projects.set(place, reading);
    return reading;
  }

  /** Whether the toggle is archived. Reads the list of archived toggles once; if it is incomplete, reads the toggle. */
  async isArchived(target: Target, service: Service): Promise<boolean> {
    const listed = await this.#archivedIn(target);
    if (listed?.hasAll !== true) return service.isArchived();
    return listed.items.some(({ key }) => key === target.toggle);
  }

  /** Cancels the wait for a service that throttles requests. */
  hurry(): void {
    this.#hurried.abort();
  }

  async close(): Promise<void> {
    for (const connection of await Promise.all(this.#connections.values()))
      if ('destroy' in connection) void connection.destroy();
  }

  async #listsOf(target: Target): Promise<Reached<KnownProject>> {
    const project = this.project(target);
    if ('reason' in project) return project;
    const lists = await readLists(target, project.reached);
    return lists.kind === 'read'
      ? { reached: knownProject(lists.value) }
      : { reason: describeRead(lists.outcome, target, networkWords).sentence };
  }

  async #isListed(target: Target): Promise<boolean> {
    const known = await this.known(target);
    if ('reached' in known && known.reached?.toggles.has(target.toggle) === true) return true;
    return (await this.#archivedIn(target))?.items.some(({ key }) => key === target.toggle) === true;
  }

  #archivedIn(target: Target): Promise<Listed<KnownToggle> | undefined> {
    const { baseUrl, project, environmentKey } = target;
    const place = JSON.stringify([baseUrl, project, environmentKey]);
    const reading = this.#archived.get(place) ?? this.#readArchived(target);
    this.#archived.set(place, reading);
    return reading;
  }

  async #readArchived(target: Target): Promise<Listed<KnownToggle> | undefined> {
    const project = this.project(target);
    const reading = 'reached' in project ? await project.reached.archivedToggles() : undefined;
    return reading?.kind === 'read' ? reading.value : undefined;
  }

  #with<T>(target: Target, make: (url: URL, token: string) => T): Reached<T> {
    const url = targetUrl(target);
    if (url === undefined)
      return { reason: t('{0} is not an address to push to: a key or the base URL is wrong.', targetName(target)) };
    const variable = tokenVariable(serviceAddressOf(target));
    const given = this.world.environment[variable];
    if (given === undefined) return { reason: t('no access token: set the environment variable {0}.', variable) };
    if (given.trim() === '') return { reason: t('no access token: the environment variable {0} is empty.', variable) };
    const read = readToken(given);
    return 'problem' in read ? { reason: t('{0}: {1}', variable, read.problem) } : { reached: make(url, read.token) };
  }

  async #request({ api, ...call }: Call): Promise<Exchange> {
    const spoken = api === 'featureprobe' ? { language: languageFor(localeOf(this.world.environment)) } : {};
    return exchange(
      { ...call, ...spoken, network, connections: this.#connections, timeoutSeconds: this.patience.seconds },
      new AbortController().signal,
    );
  }
}

/** Each of these punctuation marks becomes underscores: `.` becomes one, `-` two, `:` three, `/` four. */
const marks = '.-:/';

export function tokenVariable(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  // Only local addresses are allowed without TLS (target.ts).
  const prefix = `TOGGLE_TARGETING_TOKEN${protocol === 'http:' ? '_HTTP' : ''}`;
  const place = `${host}${pathname === '/' ? '' : pathname}`;
  const name = place.replace(/[.\-:/]/g, (mark) => '_'.repeat(marks.indexOf(mark) + 1));
  // Two adjacent marks, as in `a-.b`, are ambiguous, so the name is converted back for comparison.
  const readBack = name.replace(/_+/g, (run) => marks[run.length - 1] ?? '');
  if (readBack === place && /^[a-z\d_]+$/.test(name)) return `${prefix}__${name}`;
  // Addresses are ASCII, so two hex digits suffice. Capitals are encoded, as Windows ignores the case of variables.
  const spelt = place.replace(/[^a-z\d]/g, (mark) => `_${mark.charCodeAt(0).toString(16)}`);
  return `${prefix}_HEX_${spelt}`;
}
