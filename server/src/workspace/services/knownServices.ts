/** Stores the knowledge that the client has read from services (protocol.ts), in memory only. */
import { getOrCreate } from '../../core/json/madeOnce.js';
import { targetIn, targetsOf } from '../config/targets.js';
import type { ConfigFile } from '../config/configFiles.js';
import type { KnownService } from '../../core/checks/check.js';
import { noServices } from '../../core/checks/check.js';
import { withoutSlashesAtTheEnd } from '../disk/uris.js';
import type { ServiceKnowledge, Target } from '../../core/protocol.js';
import type { KnownProject } from './knownProject.js';
import { factsOf, knownProject } from './knownProject.js';

export interface KnownServicesOptions {
  readonly configOf: (uri: string) => ConfigFile | undefined;
  /** The disk's spelling of an open document's URI. */
  readonly spelling: (uri: string) => string;
  readonly isWanted: () => boolean;
  /** Returns monotonic time in milliseconds. */
  readonly elapsed: () => number;
  /** Called when any file may have new facts for checks. */
  readonly onChanged: () => void;
}

export class KnownServices {
  readonly #projects = new Map<string, Project>();
  /** The readable targets of each file. */
  readonly #targets = new Map<string, readonly Target[]>();
  /** Facts for checks, cached by file until the facts change. */
  readonly #facts = new Map<string, readonly KnownService[]>();

  constructor(private readonly options: KnownServicesOptions) {}

  learn(knowledge: ServiceKnowledge): void {
    const before = this.#projects.get(keyOf(knowledge));
    const project = { ...knownProject(knowledge), readAt: this.options.elapsed() - knowledge.age };
    this.#projects.set(keyOf(knowledge), project);
    this.#expire(project);
    const saysTheSame = before !== undefined && this.#isFresh(before) && contentOf(before) === contentOf(project);
    if (!saysTheSame) this.#changed();
  }

  /** Returns fresh facts for checks; unchanged facts are returned as the same list. */
  of(uri: string): readonly KnownService[] {
    if (this.#projects.size === 0 || !this.options.isWanted()) return noServices;
    return getOrCreate(this.#facts, uri, () => {
      const targets = this.#targetsOf(uri);
      const fresh = this.#projectsOf(targets).filter((project) => this.#isFresh(project));
      return fresh.length === 0 ? noServices : fresh.map((project) => factsOf(project, targets[0]?.toggle));
    });
  }

  /** The knowledge about a file's projects, with its age. The toggles do not include the file's own toggle. */
  seen(uri: string): readonly ServiceKnowledge[] {
    if (this.#projects.size === 0 || !this.options.isWanted()) return [];
    const targets = this.#targetsOf(uri);
    return this.#projectsOf(targets).map(({ knowledge, readAt }) => ({
      ...knowledge,
      age: this.options.elapsed() - readAt,
      toggles: knowledge.toggles.filter(({ key }) => key !== targets[0]?.toggle),
    }));
  }

  /** All toggle keys of the file's project; undefined if unknown or outdated, or if the file has several projects. */
  toggleKeys(uri: string): readonly string[] | undefined {
    if (this.#projects.size === 0 || !this.options.isWanted()) return undefined;
    const [project, another] = this.#projectsOf(this.#targetsOf(uri));
    if (project === undefined || another !== undefined || !this.#isFresh(project)) return undefined;
    return project.knowledge.hasAllToggles ? [...project.toggles.keys()] : undefined;
  }

  /** Fresh projects of a config's environments. `areAll` is true if no project is missing. */
  ofConfig({ parsed }: Pick<ConfigFile, 'parsed'>): {
    readonly projects: readonly ServiceKnowledge[];
    readonly areAll: boolean;
  } {
    const keys = new Set<string>();
    let areAll = this.options.isWanted();
    for (const environment of parsed.config?.environments ?? []) {
      const target = targetIn(environment, 'any');
      if (typeof target === 'string' || target.api !== 'featureprobe') areAll = false;
      else keys.add(keyOf(target));
    }
    const projects = [...keys].flatMap((key) => this.#projects.get(key) ?? []).filter((each) => this.#isFresh(each));
    return {
      projects: this.options.isWanted() ? projects.map(({ knowledge }) => knowledge) : [],
      areAll: areAll && keys.size > 0 && projects.length === keys.size,
    };
  }

  configsChanged(): void {
    this.#targets.clear();
    this.#facts.clear();
  }

  closed(uri: string): void {
    this.#targets.delete(uri);
    this.#facts.delete(uri);
  }

  #targetsOf(uri: string): readonly Target[] {
    return getOrCreate(this.#targets, uri, () => {
      const config = this.options.configOf(uri);
      const found = config && targetsOf(config.parsed, config.uri, this.options.spelling(uri));
      return found?.kind === 'found' ? found.targets.filter(({ api }) => api === 'featureprobe') : [];
    });
  }

  #projectsOf(targets: readonly Target[]): readonly Project[] {
    return [...new Set(targets.map(keyOf))].flatMap((key) => this.#projects.get(key) ?? []);
  }

  #isFresh({ readAt }: Project): boolean {
    return this.options.elapsed() - readAt < FRESH_FOR_MS;
  }

  /** Reports a change when the knowledge expires, unless newer knowledge has arrived. */
  #expire(project: Project): void {
    const left = project.readAt + FRESH_FOR_MS - this.options.elapsed();
    const expired = () => {
      if (this.#projects.get(keyOf(project.knowledge)) === project) this.#changed();
    };
    if (left > 0) setTimeout(expired, left + TIMER_MARGIN_MS);
  }

  #changed(): void {
    this.#facts.clear();
    this.options.onChanged();
  }
}

/** Maximum age of fresh knowledge, in milliseconds. */
const FRESH_FOR_MS = 600_000;
/** Extra delay in milliseconds, since timers may fire early. */
const TIMER_MARGIN_MS = 20;

/** `readAt` is the start of the read on the clock of `elapsed`. */
type Project = KnownProject<ServiceKnowledge> & { readonly readAt: number };

/** The part of a project's knowledge that checks use. */
function contentOf({ knowledge }: Project): string {
  return JSON.stringify({ ...knowledge, attributes: [], age: 0 });
}

function keyOf({ baseUrl, project }: Pick<Target, 'baseUrl' | 'project'>): string {
  return JSON.stringify([withoutSlashesAtTheEnd(baseUrl), project]);
}
