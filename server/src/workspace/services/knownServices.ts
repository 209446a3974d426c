/**
 * What the client has read of services (protocol.ts), by project, and which of it concerns a file: the projects that its
 * config sends it to, where the config says that they can be read. In memory alone; nothing is read here, and no token is known.
 */
import { madeOnce } from '../../core/json/madeOnce.js';
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
  /** The URI of an open document as the disk spells it. */
  readonly spelling: (uri: string) => string;
  /** False while nobody wants it used. */
  readonly isWanted: () => boolean;
  /** Milliseconds of a clock that is never set. */
  readonly elapsed: () => number;
  /** Rules may know something else of any file now. */
  readonly onChanged: () => void;
}

export class KnownServices {
  readonly #projects = new Map<string, Project>();
  /** By file, those that can be read. */
  readonly #targets = new Map<string, readonly Target[]>();
  /** What rules know of a file, until something of it changes. */
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

  /** For rules: nothing that is old. The same list as long as nothing of it changes. */
  of(uri: string): readonly KnownService[] {
    if (this.#projects.size === 0 || !this.options.isWanted()) return noServices;
    return madeOnce(this.#facts, uri, () => {
      const targets = this.#targetsOf(uri);
      const fresh = this.#projectsOf(targets).filter((project) => this.#isFresh(project));
      return fresh.length === 0 ? noServices : fresh.map((project) => factsOf(project, targets[0]?.toggle));
    });
  }

  /** For proposals, which tell how old it is; without the file's own toggle. */
  seen(uri: string): readonly ServiceKnowledge[] {
    if (this.#projects.size === 0 || !this.options.isWanted()) return [];
    const targets = this.#targetsOf(uri);
    return this.#projectsOf(targets).map(({ knowledge, readAt }) => ({
      ...knowledge,
      age: this.options.elapsed() - readAt,
      toggles: knowledge.toggles.filter(({ key }) => key !== targets[0]?.toggle),
    }));
  }

  /** Keys of all toggles of the one project that a file goes to; undefined where that is not known, or no longer. */
  toggleKeys(uri: string): readonly string[] | undefined {
    if (this.#projects.size === 0 || !this.options.isWanted()) return undefined;
    const [project, another] = this.#projectsOf(this.#targetsOf(uri));
    if (project === undefined || another !== undefined || !this.#isFresh(project)) return undefined;
    return project.knowledge.hasAllToggles ? [...project.toggles.keys()] : undefined;
  }

  /** What is fresh of the projects of a config's environments, and whether these are all of its projects. */
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

  /** Every file may go elsewhere now. */
  configsChanged(): void {
    this.#targets.clear();
    this.#facts.clear();
  }

  closed(uri: string): void {
    this.#targets.delete(uri);
    this.#facts.delete(uri);
  }

  #targetsOf(uri: string): readonly Target[] {
    return madeOnce(this.#targets, uri, () => {
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

  /** Unless something newer came meanwhile. */
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

/** Milliseconds: what is older may have changed since. */
const FRESH_FOR_MS = 600_000;
/** Milliseconds: timers are not that exact. */
const TIMER_MARGIN_MS = 20;

/** `readAt`: as `elapsed`. */
type Project = KnownProject<ServiceKnowledge> & { readonly readAt: number };

/** All that rules know of it. */
function contentOf({ knowledge }: Project): string {
  return JSON.stringify({ ...knowledge, attributes: [], age: 0 });
}

function keyOf({ baseUrl, project }: Pick<Target, 'baseUrl' | 'project'>): string {
  return JSON.stringify([withoutSlashesAtTheEnd(baseUrl), project]);
}
