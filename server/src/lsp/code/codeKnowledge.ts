/** Connects code with toggles: the code scopes of all configs, their toggles, and the calls in their code. */
import { getOrCreate } from '../../core/json/madeOnce.js';
import { Codebase } from '../../workspace/code/codebase.js';
import type { CodeFound, Wanted } from '../../workspace/code/codebase.js';
import { codeDisk } from '../../workspace/code/codeDisk.js';
import { codeFiles } from '../../workspace/code/codeFiles.js';
import type { CodeScope } from '../../workspace/code/codeScopes.js';
import { codeScopes, scopeFor } from '../../workspace/code/codeScopes.js';
import type { CodeToggles } from '../../workspace/code/codeToggles.js';
import { codeToggles } from '../../workspace/code/codeToggles.js';
import { gitFiles } from '../../workspace/code/gitFiles.js';
import type { Disk } from '../../workspace/disk/disk.js';
import type { KnownServices } from '../../workspace/services/knownServices.js';
import type { Project } from '../../workspace/project.js';
import { Turns } from '../../workspace/turns.js';
import type { Git } from '../git.js';

export interface CodeKnowledgeOptions {
  /** Access to Git; undefined in a browser. */
  readonly git: Git | undefined;
  /** Whether the workspace is trusted: in an untrusted workspace, Git is not started. */
  readonly isTrusted: () => boolean;
  readonly disk: Disk;
  readonly project: Project;
  readonly services: KnownServices;
  readonly folders: () => readonly string[];
  readonly open: (uri: string) => string | undefined;
  /** Whether the editor reports every change in the workspace folders. */
  readonly isFollowed: boolean;
}

export class CodeKnowledge {
  /** The code of each config, by the URI of the config. */
  readonly #codebases = new Map<string, Codebase>();
  readonly #toggles = new Map<string, CodeToggles>();
  #scopes: readonly CodeScope[] | undefined;
  #changes = 0;

  constructor(private readonly options: CodeKnowledgeOptions) {}

  /** The code scopes of all configs found so far. */
  get scopes(): readonly CodeScope[] {
    const { project, folders } = this.options;
    return (this.#scopes ??= codeScopes(project, folders()));
  }

  /** A counter that increases with each reported change of code. */
  get changes(): number {
    return this.#changes;
  }

  /** @returns undefined if no config has `code` for this file */
  scopeFor(codeUri: string): CodeScope | undefined {
    return scopeFor(codeUri, this.scopes);
  }

  /** The code scopes whose code may call a targeting file's toggle. */
  scopesOf(targetingUri: string): readonly CodeScope[] {
    const config = this.options.project.config(targetingUri);
    return this.scopes.filter(({ targeting }) => targeting.uri === config?.uri);
  }

  /** The toggles of a code scope. Returns the same object until a toggle changes. */
  togglesOf(scope: CodeScope): CodeToggles {
    const { project, services } = this.options;
    const made = () => codeToggles(scope, project, services.ofConfig(scope.targeting));
    return getOrCreate(this.#toggles, scope.configUri, made);
  }

  /** Call this when toggles, or the data that was read from services, may have changed. */
  togglesChanged(): void {
    this.#toggles.clear();
  }

  /** Finds the calls in code. Reads changed files in batches and yields between the batches. */
  async found(scope: CodeScope): Promise<CodeFound> {
    await this.options.project.ready();
    const wanted: Wanted = {
      keys: new Set(this.togglesOf(scope).byKey.keys()),
      wrappers: scope.code.wrappers,
    };
    return this.#codebaseOf(scope).read(wanted);
  }

  changed(uri: string): void {
    this.#changes += 1;
    for (const codebase of this.#codebases.values()) codebase.changed(uri);
  }

  listChanged(): void {
    this.#changes += 1;
    for (const codebase of this.#codebases.values()) codebase.listChanged();
  }

  /** Call this when configs may have changed. */
  forget(): void {
    this.#changes += 1;
    this.#scopes = undefined;
    this.#codebases.clear();
  }

  #codebaseOf({ configUri, code }: CodeScope): Codebase {
    const { disk, folders, git, isTrusted, open, isFollowed, project } = this.options;
    const { bounds } = project;
    const turns = new Turns('unasked');
    const pause = () => turns.pause();
    const listed = async (folder: string) =>
      git && isTrusted() ? gitFiles(folder, { ...git.machine, opened: folders }, git.startLater) : undefined;
    const files = () => codeFiles(configUri, code, { disk, bounds, listed, pause });
    const made = () => new Codebase({ disk: codeDisk, files, open, pause }, isFollowed);
    return getOrCreate(this.#codebases, configUri, made);
  }
}
