/**
 * The files of an editor's folders, or of those that a command is about, and what surrounds each of them: its config, users and tests, the
 * toggles that it requires, the time. In an editor, open documents come before the disk; the command line has none.
 */
import type { FilesBeside } from '../core/checks/beside/filesBeside.js';
import { nothingKnown } from '../core/checks/beside/filesBeside.js';
import type { Unreadable } from '../core/checks/text/unreadable.js';
import { MAX_BESIDE_BYTES, linkOut, tooLarge } from '../core/checks/text/unreadable.js';
import { noUsers } from '../core/evaluation/users.js';
import { hasPrerequisites } from '../core/targeting/model.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH, parse } from '../core/json/document.js';
import type { FailingTests } from '../core/protocol.js';
import type { Beside } from '../core/results/evaluated.js';
import { Evaluated } from '../core/results/evaluated.js';
import { failingTests } from '../core/results/tests/failingTests.js';
import type { Asked } from '../core/targeting/asked.js';
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
  /** How far it looks; without them, as far as the editor's folders go. */
  readonly bounds?: Bounds;
  readonly allowed?: () => readonly string[];
  /** A document that is open in an editor. */
  readonly open?: (uri: string) => JsonDocument | undefined;
  readonly given?: WorkspaceFilesOptions['given'];
  /** Where there is no editor to open folders, files are looked for below the config that counts for a file. */
  readonly looksBelowConfigs?: boolean;
  /** Unix seconds. */
  readonly time: () => number;
  /** That answers about one user may take, where nobody waits for them. */
  readonly stepsForAUser?: number;
  /** Is told of every config that is there but cannot be read. */
  readonly unreadableConfig?: (uri: string, reason: Unreadable) => void;
  readonly onChange?: (change: ProjectChange) => void;
  readonly failed: (error: unknown) => void;
}

export type ProjectChange =
  /** Any file may have another config, or other users. */
  | { readonly of: 'configs' | 'users' }
  /** These targeting files; undefined when it may be all of them. */
  | { readonly of: 'toggles'; readonly uris: readonly string[] | undefined };

/** What a service tells of a toggle and its segments. */
export type KnownOfService = Pick<Beside, 'returnType' | 'segments' | 'otherSegments' | 'segmentsRead'>;

/** What an evaluation knows beside the file. */
export interface Known {
  readonly service?: KnownOfService | undefined;
  /** Where it is not the one that the file's name and config say. */
  readonly toggle?: string | undefined;
  /** Texts of other toggles of its environment, by key, which count in place of their files. */
  readonly instead?: ReadonlyMap<string, string>;
}

const noService: KnownOfService = { returnType: undefined, segments: undefined };
const noUsersFile = { uri: undefined, ...noUsers };

export class Project {
  /** All targeting files. */
  readonly files: WorkspaceFiles;
  readonly bounds: Bounds;
  /** What the organisation asks of targeting files. */
  readonly policies: FilePolicies;
  /** Who owns files by CODEOWNERS. */
  readonly owners: CodeOwnersFiles;
  readonly #configs: ConfigFiles;
  readonly #users: NearestFiles<UsersFile>;
  readonly #required: RequiredToggles;
  readonly #others = new Map<string, OtherToggles | undefined>();
  /** By the file of users that the targeting files have; '' for those that have none. */
  #asked: ReadonlyMap<string, Asked> | undefined;
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

  /** Settles when all files are known that this one may have to do with. */
  async ready(uri?: string): Promise<Toggles> {
    if (uri !== undefined && this.options.looksBelowConfigs === true) await this.#lookAround(uri);
    const toggles = await this.files.ready();
    if (!this.#isKnown) {
      this.#isKnown = true;
      this.#togglesChanged(undefined);
    }
    return toggles;
  }

  /** False before all files are known, and if some cannot be found: no toggle counts as missing then. */
  get isKnown(): boolean {
    return this.#isKnown && !this.files.mayBeMore;
  }

  /** The config that counts for a file: the same object until it changes. */
  config(uri: string): ConfigFile | undefined {
    return this.#configs.above(this.files.spelling(uri));
  }

  /** As it stands now, whatever was heard of its changes. */
  configText(configUri: string): FileText {
    return this.#configs.textOf(configUri);
  }

  /** Those that count for a targeting file or for tests. */
  users(uri: string): UsersFile | undefined {
    return this.#users.above(uri)?.parsed;
  }

  /** What targeting files beside it say: the same object until something of it changes. */
  others(uri: string): OtherToggles | undefined {
    if (!this.isKnown || !this.files.isInside(uri)) return undefined;
    if (!this.#others.has(uri)) this.#others.set(uri, otherToggles(this.files.toggles, uri));
    return this.#others.get(uri);
  }

  /** Of a file of users or tests. */
  beside(uri: string): FilesBeside {
    const kind = kindOf(uri);
    if (!hasFolders(uri) || (kind !== 'users' && kind !== 'tests')) return nothingKnown;
    const isKnown = this.isKnown && this.files.isInside(uri);
    const users = kind === 'users' ? uri : (this.users(uri)?.uri ?? '');
    const asked = isKnown ? this.#askedByAll().get(users) : undefined;
    if (kind === 'users') return { ...nothingKnown, asked };
    return {
      users: this.users(uri) ?? noUsersFile,
      environments: this.config(uri)?.parsed.environmentNames,
      tested: isKnown ? (this.files.toggles.of(testedBy(uri)) ?? null) : undefined,
      asked,
    };
  }

  /** Any file of ours as it stands now. @param limit in characters */
  document(uri: string, limit: number): JsonDocument | Unreadable | undefined {
    const document = this.options.open?.(uri);
    if (document !== undefined) return document.length > limit ? tooLarge(limit) : document;
    if (this.bounds.outside(uri) !== undefined) return linkOut();
    const text = this.options.disk.read(uri, limit);
    return typeof text === 'string' ? parse(text) : text;
  }

  /** Of tests; undefined where it cannot be read. */
  targetingTestedBy(testsUri: string): JsonDocument | undefined {
    const found = this.document(testedBy(testsUri), MAX_TEXT_LENGTH);
    return found === undefined || 'unreadable' in found ? undefined : found;
  }

  /** A targeting file, or another text in its place, beside all others as they are now. */
  async evaluated(uri: string, json: JsonDocument, known: Known = {}): Promise<Evaluated> {
    return new Evaluated(json, await this.surroundings(uri, json, known));
  }

  async surroundings(
    uri: string,
    json: JsonDocument,
    { service = noService, toggle, instead }: Known = {},
  ): Promise<Beside> {
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

  /** By their keys. */
  async required(
    uri: string,
    json: JsonDocument,
    { toggle = this.files.identity(uri).toggle, instead }: Pick<Known, 'toggle' | 'instead'> = {},
  ): Promise<ReadonlyMap<string, RequiredToggle>> {
    if (!hasPrerequisites(json)) return new Map();
    return this.#required.of({ uri, toggle }, json, await this.ready(uri), instead);
  }

  /** What an environment that requires tests refuses of a body; undefined where it requires none, or none fails. */
  async failingTests(uri: string, environment: string, body: JsonDocument): Promise<FailingTests | undefined> {
    const environments = this.config(uri)?.parsed.config?.environments ?? [];
    if (!environments.some(({ name, requiresTests }) => name === environment && requiresTests)) return undefined;
    return this.testsThatFail(uri, environment, body);
  }

  /** Undefined where none fails. No service is asked, so that a test gives the same on every machine. */
  async testsThatFail(uri: string, environment: string, body: JsonDocument): Promise<FailingTests | undefined> {
    const testsUri = testsOf(uri);
    const tests = this.document(testsUri, MAX_BESIDE_BYTES);
    // A toggle need not have tests.
    if (tests === undefined) return undefined;
    const users = this.users(testsUri) ?? noUsersFile;
    const pushed = await this.evaluated(uri, body);
    return failingTests({ uri: testsUri, name: nameOf(testsUri), tests, environment, users }, pushed);
  }

  /** The next question reads the configs and CODEOWNERS anew. */
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
    // One that is not on disk, as its text comes on standard input, has its place among the others anyway.
    if (isTargeting && (await this.files.ready()).of(uri) === undefined) this.files.opened(uri, parse(''));
  }

  #read(uri: string, limit: number): FileText {
    return this.options.open?.(uri)?.text ?? this.options.disk.read(uri, limit);
  }

  #askedByAll(): ReadonlyMap<string, Asked> {
    this.#asked ??= askedByUsersFile(this.files.toggles.files(), (uri) => this.users(uri)?.uri ?? '');
    return this.#asked;
  }
}
