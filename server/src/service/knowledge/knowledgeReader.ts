/**
 * Reads in the background, and without a word, what helps while editing: toggles and segments of a project, attributes in
 * use. Each at most every five minutes, a few requests at once. In memory alone: what could not be read stays as it was known.
 * Which files are worth a look is the caller's to say.
 */
import type { ServiceKnowledge, Target } from '../../core/protocol.js';
import { projectOf } from '../http/project.js';
import type { Send } from '../http/reading.js';
import { serviceAddressOf, targetUrl } from '../http/target.js';
import { turnstile } from '../pace.js';
import type { Lists } from './lists.js';
import { readLists } from './lists.js';

export interface KnowledgePorts {
  /** Milliseconds of a clock that is never set. */
  readonly elapsed: () => number;
  /** The token for a service address; must not ask for one. */
  readonly token: (address: string) => Promise<string | undefined>;
  readonly send: (token: string) => Send;
  readonly learned: (knowledge: ServiceKnowledge) => void;
}

export class KnowledgeReader {
  readonly #ports: KnowledgePorts;
  readonly #projects = new Map<string, KnownProject>();
  /** When reading began last, of projects and of targets, as `elapsed`. */
  #began = new Map<string, number>();
  readonly #few = turnstile(MAX_REQUESTS_AT_ONCE);

  constructor(ports: KnowledgePorts) {
    this.#ports = ports;
  }

  /** After this everything is read again, however short ago that was. What is known stays. */
  expire(): void {
    this.#began = new Map();
  }

  /** For one who may have forgotten. */
  tellAgain(): void {
    for (const project of this.#projects.values()) this.#tell(project);
  }

  /** Ends when what is due has been read. */
  async look(target: Target): Promise<void> {
    // Of other services nothing is called but the PATCH (service.md A).
    const url = target.api === 'featureprobe' ? targetUrl(target) : undefined;
    const token = url && (await this.#ports.token(serviceAddressOf(target)));
    if (url === undefined || token === undefined) return;
    const { baseUrl, project, environmentKey, toggle } = target;
    const [ofProject, ofTarget] = [keyOf(baseUrl, project), keyOf(baseUrl, project, environmentKey, toggle)];
    const known = this.#projects.get(ofProject) ?? { lists: undefined, attributes: new Map() };
    this.#projects.set(ofProject, known);
    const send = this.#ports.send(token);
    const service = projectOf(target, url, (...request) => this.#few(() => send(...request)));
    const began = this.#ports.elapsed();
    const [lists, attributes] = await Promise.all([
      this.#isDue(ofProject) ? readLists(target, service) : undefined,
      this.#isDue(ofTarget) ? service.attributes() : undefined,
    ]);
    if (attributes?.kind === 'read') known.attributes.set(ofTarget, attributes.value);
    if (lists?.kind === 'read' && began >= (known.lists?.began ?? 0)) known.lists = { ...lists.value, began };
    if (lists?.kind === 'read' || attributes?.kind === 'read') this.#tell(known);
  }

  #isDue(key: string): boolean {
    const now = this.#ports.elapsed();
    if (now - (this.#began.get(key) ?? -Infinity) < freshFor) return false;
    this.#began.set(key, now);
    return true;
  }

  #tell({ lists, attributes }: KnownProject): void {
    if (lists === undefined) return;
    const { began, ...known } = lists;
    const age = this.#ports.elapsed() - began;
    this.#ports.learned({ ...known, age, attributes: [...new Set([...attributes.values()].flat())] });
  }
}

interface KnownProject {
  /** `began`: when reading began, as `elapsed`. */
  lists: (Lists & { readonly began: number }) | undefined;
  /** By target. */
  readonly attributes: Map<string, readonly string[]>;
}

/** Milliseconds: half the time after which rules take it for old (server/src/workspace/knownServices.ts). */
const freshFor = 300_000;

/** How many requests are under way at once. */
const MAX_REQUESTS_AT_ONCE = 4;

function keyOf(...names: readonly string[]): string {
  return JSON.stringify(names);
}
