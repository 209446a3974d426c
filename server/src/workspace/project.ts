/** The files in an editor's folders or of a command, and their context. Open documents override files on disk. */
import type { RelatedFiles } from '../core/checks/beside/filesBeside.js';
import { noRelatedFiles } from '../core/checks/beside/filesBeside.js';
import type { Unreadable } from '../core/checks/text/unreadable.js';
import { MAX_BESIDE_BYTES, linkOut, tooLarge } from '../core/checks/text/unreadable.js';
import { noUsers } from '../core/evaluation/users.js';
import { hasPrerequisites } from '../core/targeting/model.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../core/json/document.js';
import type { FailingTests } from '../core/protocol.js';
import type { EvaluationContext } from '../core/results/evaluated.js';
import { Evaluated } from '../core/results/evaluated.js';
import { failingTests } from '../core/results/tests/failingTests.js';
import type { UsedAttributes } from '../core/targeting/asked.js';
import { askedByUsersFile } from '../core/targeting/asked.js';
import { kindOf, targetingEnding, testedBy, testsOf, usersFileName } from '../core/targeting/fileNames.js';
import type { OtherToggles } from '../core/targeting/otherToggles.js';
import { otherToggles } from '../core/targeting/otherToggles.js';
import type { Toggles } from '../core/targeting/toggles.js';
import type { Bounds } from './disk/bounds.js';
import { CodeOwnersFiles } from './config/codeOwnersFiles.js';
import type { ConfigFile } from './config/configFiles.js';
import { ConfigFiles } from './config/configFiles.js';
import type { Disk, FileText } from './disk/disk.js';
import { isOneOfOthers } from './knownFiles.js';
import { NearestFiles } from './nearestFiles.js';
import { FilePolicies } from './config/policies.js';
import type { RequiredToggle } from './requiredToggles.js';
import { RequiredToggles } from './requiredToggles.js';
import { folderOf, hasFolders, nameOf } from './disk/uris.js';
import type { UsersFile } from './usersFile.js';
import { usersOf } from './usersFile.js';
import type { WorkspaceFilesOptions } from './workspaceFiles.js';
import { WorkspaceFiles } from './workspaceFiles.js';

export interface ProjectOptions {
  readonly disk: Disk;
  /** The limits of the search; by default, the editor's folders. */
  readonly bounds?: Bounds;
  readonly allowed?: () => readonly string[];
  readonly open?: (uri: string) => JsonDocument | undefined;
  readonly given?: WorkspaceFilesOptions['given'];
  /** True for commands, which search below a file's config because they have no open folders. */
  readonly looksBelowConfigs?: boolean;
  /** Returns Unix seconds. */
  readonly time: () => number;
  /** Maximum number of steps to evaluate one user in background work. */
  readonly stepsForAUser?: number;
  /** Called for every config that exists but cannot be read. */
  readonly unreadableConfig?: (uri: string, reason: Unreadable) => void;
  readonly onChange?: (change: ProjectChange) => void;
  readonly failed: (error: unknown) => void;
}

export type ProjectChange =
  /** Any file may now have a different config, or different users. */
  | { readonly of: 'configs' | 'users' }
  /** `uris`: the changed targeting files; undefined if any file may have changed. */
  | { readonly of: 'toggles'; readonly uris: readonly string[] | undefined };

/** A service's facts about a toggle and its segments. */
export type ServiceFacts = Pick<EvaluationContext, 'returnType' | 'segments' | 'otherSegments' | 'segmentsRead'>;

/** Facts for an evaluation that the file does not contain. */
export interface EvaluationFacts {
  readonly service?: ServiceFacts | undefined;
  /** The toggle's key, if it differs from the key that the file's name and config give. */
  readonly toggle?: string | undefined;
  /** Texts of other toggles by key, used instead of their files. */
  readonly instead?: ReadonlyMap<string, string>;
}

const noService: ServiceFacts = { returnType: undefined, segments: undefined };
const noUsersFile = { uri: undefined, ...noUsers };

export class Project {
  readonly files: WorkspaceFiles;
  readonly bounds: Bounds;
  readonly policies: FilePolicies;
  readonly owners: CodeOwnersFiles;
  readonly #configs: ConfigFiles;
  readonly #users: NearestFiles<UsersFile>;
  readonly #required: RequiredToggles;
  readonly #others = new Map<string, OtherToggles | undefined>();
  /** Used attributes, keyed by the URI of the users file; the key is '' for files without a users file. */
  #asked: ReadonlyMap<string, UsedAttributes> | undefined;
  #isKnown = false;

  constructor(private readonly options: ProjectOptions) {
    this.files = new WorkspaceFiles({
      ...options,
      configOf: (uri) => this.config(uri),
      onChanged: (uris) => {
        this.#togglesChanged(uris);
      },
    });
    const { bounds } = this.files;
    const read = (uri: string) => this.#read(uri, MAX_BESIDE_BYTES);
    this.bounds = bounds;
    this.#required = new RequiredToggles((uri) => {
      const text = this.#read(uri, MAX_TEXT_LENGTH);
      return typeof text === 'string' ? text : undefined;
    });
    this.#configs = new ConfigFiles(read, bounds, options.unreadableConfig);
    this.owners = new CodeOwnersFiles(options.disk, bounds);
    this.policies = new FilePolicies({
      config: (uri) => this.config(uri),
      identity: (uri) => this.files.identity(uri),
      tests: (uri) => this.document(testsOf(uri), MAX_BESIDE_BYTES),
      owners: (uri) => this.owners.of(uri),
    });
    this.#users = new NearestFiles({
      name: usersFileName,
      read,
      parse: (text, uri) => ({ uri, ...usersOf(text) }),
      bounds,
    });
  }

  /** Resolves when all files that may affect the given file are known. */
  async ready(uri?: string): Promise<Toggles> {
    if (uri !== undefined && this.options.looksBelowConfigs === true) await this.#lookAround(uri);
    const toggles = await this.files.ready();
    if (!this.#isKnown) {
      this.#isKnown = true;
      this.#togglesChanged(undefined);
    }
    return toggles;
  }

  /** True if all files are known. Otherwise, toggles without a file are not reported as missing. */
  get isKnown(): boolean {
    return this.#isKnown && !this.files.mayMissFiles;
  }

  /** Returns a file's config; the object stays the same until the config changes. */
  config(uri: string): ConfigFile | undefined {
    return this.#configs.above(this.files.spelling(uri));
  }

  /** The config's current text, even if no change was reported. */
  configText(configUri: string): string | undefined {
    const text = this.#configs.textOf(configUri);
    return typeof text === 'string' ? text : undefined;
  }

  /** Users for a targeting file or its tests. */
  users(uri: string): UsersFile | undefined {
    return this.#users.above(uri)?.parsed;
  }

  /** Facts from other targeting files; unchanged facts are the same object. */
  others(uri: string): OtherToggles | undefined {
    if (!this.isKnown || !this.files.isInside(uri)) return undefined;
    if (!this.#others.has(uri)) this.#others.set(uri, otherToggles(this.files.toggles, uri));
    return this.#others.get(uri);
  }

  /** The related files of a users or tests file. */
  beside(uri: string): RelatedFiles {
    const kind = kindOf(uri);
    if (!hasFolders(uri) || (kind !== 'users' && kind !== 'tests')) return noRelatedFiles;
    const isKnown = this.isKnown && this.files.isInside(uri);
    const users = kind === 'users' ? uri : (this.users(uri)?.uri ?? '');
    const asked = isKnown ? this.#askedByAll().get(users) : undefined;
    if (kind === 'users') return { ...noRelatedFiles, asked };
    return {
      users: this.users(uri) ?? noUsersFile,
      environments: this.config(uri)?.parsed.environmentNames,
      tested: isKnown ? (this.files.toggles.of(testedBy(uri)) ?? null) : undefined,
      asked,
    };
  }

  /** The current content of a file: the open document, else the text on disk. @param limit in characters */
  document(uri: string, limit: number): JsonDocument | Unreadable | undefined {
    const document = this.options.open?.(uri);
    if (document !== undefined) return document.length > limit ? tooLarge(limit) : document;
    if (this.bounds.outside(uri) !== undefined) return linkOut();
    const text = this.options.disk.read(uri, limit);
    return typeof text === 'string' ? parse(text) : text;
  }

  targetingTestedBy(testsUri: string): JsonDocument | undefined {
    const found = this.document(testedBy(testsUri), MAX_TEXT_LENGTH);
    return found === undefined || 'unreadable' in found ? undefined : found;
  }

  /** Evaluates a targeting file, or a text in its place, together with the other files as they are now. */
  async evaluated(uri: string, json: JsonDocument, known: EvaluationFacts = {}): Promise<Evaluated> {
    return new Evaluated(json, await this.surroundings(uri, json, known));
  }

  async surroundings(
    uri: string,
    json: JsonDocument,
    { service = noService, toggle, instead }: EvaluationFacts = {},
  ): Promise<EvaluationContext> {
    const { time, stepsForAUser } = this.options;
    const key = toggle ?? this.files.identity(uri).toggle;
    const required = await this.required(uri, json, { toggle: key, ...(instead && { instead }) });
    return {
      toggle: key,
      ...service,
      toggles: new Map(Array.from(required, ([key, { source }]) => [key, source])),
      otherToggles: 'unknown',
      stepsForAUser,
      now: time(),
    };
  }

  async required(
    uri: string,
    json: JsonDocument,
    { toggle = this.files.identity(uri).toggle, instead }: Pick<EvaluationFacts, 'toggle' | 'instead'> = {},
  ): Promise<ReadonlyMap<string, RequiredToggle>> {
    if (!hasPrerequisites(json)) return new Map();
    return this.#required.of({ uri, toggle }, json, await this.ready(uri), instead);
  }

  /** @returns undefined if the environment requires no tests, or if no test fails */
  async failingTests(uri: string, environment: string, body: JsonDocument): Promise<FailingTests | undefined> {
    const environments = this.config(uri)?.parsed.config?.environments ?? [];
    if (!environments.some(({ name, requiresTests }) => name === environment && requiresTests)) return undefined;
    return this.testsThatFail(uri, environment, body);
  }

  /** @returns undefined if no test fails. Uses no facts from services, so that every machine gets the same results */
  async testsThatFail(uri: string, environment: string, body: JsonDocument): Promise<FailingTests | undefined> {
    const testsUri = testsOf(uri);
    const tests = this.document(testsUri, MAX_BESIDE_BYTES);
    if (tests === undefined) return undefined;
    const users = this.users(testsUri) ?? noUsersFile;
    const pushed = await this.evaluated(uri, body);
    return failingTests({ uri: testsUri, name: nameOf(testsUri), tests, environment, users }, pushed);
  }

  forgetConfigs(): void {
    for (const known of [this.#configs, this.policies, this.owners]) known.forget();
  }

  configsChanged(): void {
    this.forgetConfigs();
    this.files.configsChanged();
    this.options.onChange?.({ of: 'configs' });
  }

  testsChanged(uri: string): void {
    if (this.policies.areOthers(testedBy(uri))) this.configsChanged();
  }

  usersChanged(): void {
    this.#users.forget();
    this.#asked = undefined;
    this.options.onChange?.({ of: 'users' });
  }

  closed(uri: string): void {
    this.#others.delete(uri);
  }

  #togglesChanged(uris: readonly string[] | undefined): void {
    this.#asked = undefined;
    if (!this.#isKnown) return;
    for (const uri of [...this.#others.keys()]) if (isOneOfOthers(uri, uris)) this.#others.delete(uri);
    this.options.onChange?.({ of: 'toggles', uris });
  }

  async #lookAround(uri: string): Promise<void> {
    const isTargeting = uri.endsWith(targetingEnding);
    const above = isTargeting ? [this.config(uri)] : [this.config(uri), this.users(uri)];
    for (const file of above) {
      const folder = folderOf(file?.uri ?? uri);
      if (!this.files.isInside(`${folder}/.`)) this.files.foldersChanged({ added: [folder], removed: [] });
    }
    // A file read from standard input takes part as if it were on disk.
    if (isTargeting && (await this.files.ready()).of(uri) === undefined) this.files.opened(uri, parse(''));
  }

  #read(uri: string, limit: number): FileText {
    return this.options.open?.(uri)?.text ?? this.options.disk.read(uri, limit);
  }

  #askedByAll(): ReadonlyMap<string, UsedAttributes> {
    this.#asked ??= askedByUsersFile(this.files.toggles.files(), (uri) => this.users(uri)?.uri ?? '');
    return this.#asked;
  }
}
