/** Code and toggles of an editor's workspace: which code belongs to which toggles, and where it asks for them. */
import { madeOnce } from '../../core/json/madeOnce.js';
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
  /** Undefined in a browser, which has none. */
  readonly git: Git | undefined;
  /** No program is started before. */
  readonly isTrusted: () => boolean;
  readonly disk: Disk;
  readonly project: Project;
  readonly services: KnownServices;
  /** URIs of the folders that the editor has open. */
  readonly folders: () => readonly string[];
  /** The text of a file of code that is open. */
  readonly open: (uri: string) => string | undefined;
  /** Whether the editor tells of every change below its folders. */
  readonly isFollowed: boolean;
}

export class CodeKnowledge {
  /** By the config that says which files there are. */
  readonly #codebases = new Map<string, Codebase>();
  readonly #toggles = new Map<string, CodeToggles>();
  #scopes: readonly CodeScope[] | undefined;
  #changes = 0;

  constructor(private readonly options: CodeKnowledgeOptions) {}

  /** Of all configs that are known by now. */
  get scopes(): readonly CodeScope[] {
    const { project, folders } = this.options;
    return (this.#scopes ??= codeScopes(project, folders()));
  }

  /** Another number after each change of code that was heard of. */
  get changes(): number {
    return this.#changes;
  }

  /** Undefined where no config asks for toggles in this file of code. */
  scopeFor(codeUri: string): CodeScope | undefined {
    return scopeFor(codeUri, this.scopes);
  }

  /** Of a targeting file: each code that asks for its toggle. */
  scopesOf(targetingUri: string): readonly CodeScope[] {
    const config = this.options.project.config(targetingUri);
    return this.scopes.filter(({ targeting }) => targeting.uri === config?.uri);
  }

  /** The same object until something of them changes. */
  togglesOf(scope: CodeScope): CodeToggles {
    const { project, services } = this.options;
    const made = () => codeToggles(scope, project, services.ofConfig(scope.targeting));
    return madeOnce(this.#toggles, scope.configUri, made);
  }

  /** Files of toggles, or what is known of services, may say something else now. */
  togglesChanged(): void {
    this.#toggles.clear();
  }

  /** Reads all files of code that changed, in turns. */
  async found(scope: CodeScope): Promise<CodeFound> {
    await this.options.project.ready();
    const wanted: Wanted = {
      keys: new Set(this.togglesOf(scope).byKey.keys()),
      wrappers: scope.code.wrappers,
    };
    return this.#codebaseOf(scope).read(wanted);
  }

  /** A file of code changed, in the editor or on disk. */
  changed(uri: string): void {
    this.#changes += 1;
    for (const codebase of this.#codebases.values()) codebase.changed(uri);
  }

  /** Files came or went. */
  listChanged(): void {
    this.#changes += 1;
    for (const codebase of this.#codebases.values()) codebase.listChanged();
  }

  /** Configs may say something else now. */
  forget(): void {
    this.#changes += 1;
    this.#scopes = undefined;
    this.#codebases.clear();
  }

  #codebaseOf({ configUri, code }: CodeScope): Codebase {
    const known = this.#codebases.get(configUri);
    if (known !== undefined) return known;
    const { disk, folders, git, isTrusted, open, isFollowed, project } = this.options;
    const { bounds } = project;
    const turns = new Turns('unasked');
    const pause = () => turns.pause();
    const listed = async (folder: string) =>
      git && isTrusted() ? gitFiles(folder, { ...git.machine, opened: folders }, git.startLater) : undefined;
    const codebase = new Codebase(
      { disk: codeDisk, files: () => codeFiles(configUri, code, { disk, bounds, listed, pause }), open, pause },
      isFollowed,
    );
    this.#codebases.set(configUri, codebase);
    return codebase;
  }
}
