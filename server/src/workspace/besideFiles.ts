/**
 * What is known beside a file of users or of tests (checks/filesBeside.ts): the users that count, the config's environments, the
 * targeting file that is tested, and what targeting files ask of users.
 */
import type { FilesBeside } from '../core/checks/filesBeside.js';
import { nothingKnown } from '../core/checks/filesBeside.js';
import type { Unreadable } from '../core/checks/unreadable.js';
import { largestBeside, linkOut, tooLarge } from '../core/checks/unreadable.js';
import type { Users } from '../core/evaluation/users.js';
import { usersIn } from '../core/evaluation/users.js';
import type { JsonDocument } from '../core/json/document.js';
import { largestText, parse } from '../core/json/document.js';
import type { Asked } from '../core/targeting/asked.js';
import { askedBy } from '../core/targeting/asked.js';
import { kindOf, testedBy, usersFileName } from '../core/targeting/fileNames.js';
import type { ToggleFile } from '../core/targeting/toggles.js';
import type { ConfigFiles } from './configFiles.js';
import type { Disk } from './disk.js';
import { NearestFiles } from './nearestFiles.js';
import { hasFolders } from './uris.js';
import type { WorkspaceFiles } from './workspaceFiles.js';

interface BesideFilesOptions {
  readonly disk: Pick<Disk, 'read'>;
  /** One that is open in an editor, which comes before what is on disk. */
  readonly open?: (uri: string) => JsonDocument | undefined;
  readonly configs: ConfigFiles;
  readonly workspace: WorkspaceFiles;
  /** Whether all files of the workspace are known. */
  readonly areKnown: () => boolean;
  /** Files may have other users now. */
  readonly onChanged?: () => void;
}

const unknown: Users = { all: [], areAll: false };
const noUsers = { uri: undefined, all: [], areAll: true };

export class BesideFiles {
  readonly #users: NearestFiles<Users & { readonly uri: string }>;
  /** By the file of users that the targeting files have; '' for those that have none. */
  #asked: ReadonlyMap<string, Asked> | undefined;

  constructor(private readonly options: BesideFilesOptions) {
    const { disk, open, workspace } = options;
    this.#users = new NearestFiles({
      name: usersFileName,
      read: (uri) => open?.(uri)?.text ?? disk.read(uri, largestBeside),
      parse: (text, uri) => ({ uri, ...usersOf(text) }),
      bounds: workspace.bounds,
    });
  }

  /** Those that count for a targeting file or for tests; undefined where there is no such file. */
  usersFor(uri: string): (Users & { readonly uri: string }) | undefined {
    return this.#users.above(uri)?.parsed;
  }

  of(uri: string): FilesBeside {
    const { configs, workspace } = this.options;
    if (!hasFolders(uri)) return nothingKnown;
    const kind = kindOf(uri);
    const areKnown = this.options.areKnown() && workspace.isInside(uri);
    const users = kind === 'users' ? uri : (this.usersFor(uri)?.uri ?? '');
    const asked = areKnown ? this.#askedByAll().get(users) : undefined;
    if (kind !== 'tests') return { ...nothingKnown, asked };
    return {
      users: this.usersFor(uri) ?? noUsers,
      environments: configs.above(uri)?.parsed.environmentNames,
      tested: areKnown ? (workspace.toggles.of(testedBy(uri)) ?? null) : undefined,
      asked,
    };
  }

  /** Of tests, as it stands now; undefined where it cannot be read. */
  targetingTestedBy(testsUri: string): JsonDocument | undefined {
    const found = this.documentAt(testedBy(testsUri), largestText);
    return found === undefined || 'unreadable' in found ? undefined : found;
  }

  /** Any file of ours as it stands now, in the editor or else on disk; undefined where it is not there. */
  documentAt(uri: string, limit: number): JsonDocument | Unreadable | undefined {
    const { disk, open, workspace } = this.options;
    const document = open?.(uri);
    if (document !== undefined) return document.length > limit ? tooLarge(limit) : document;
    if (workspace.bounds.outside(uri) !== undefined) return linkOut();
    const text = disk.read(uri, limit);
    return typeof text === 'string' ? parse(text) : text;
  }

  usersChanged(): void {
    this.#users.forget();
    this.targetingChanged();
    this.options.onChanged?.();
  }

  targetingChanged(): void {
    this.#asked = undefined;
  }

  #askedByAll(): ReadonlyMap<string, Asked> {
    if (this.#asked !== undefined) return this.#asked;
    const files = new Map<string, ToggleFile[]>();
    for (const file of this.options.workspace.toggles.files()) {
      const users = this.usersFor(file.uri)?.uri ?? '';
      const those = files.get(users) ?? [];
      files.set(users, those);
      those.push(file);
    }
    this.#asked = new Map(Array.from(files, ([uri, those]) => [uri, askedBy(those)]));
    return this.#asked;
  }
}

function usersOf(text: string | Unreadable): Users {
  return typeof text === 'string' && text.length <= largestBeside ? usersIn(parse(text)) : unknown;
}
