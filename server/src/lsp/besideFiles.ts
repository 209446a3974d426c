/**
 * What is known beside a file of users or of tests (checks/filesBeside.ts), as it stands in the editor or on disk: the users that
 * count, the config's environments, the targeting file that is tested, and what targeting files ask of users.
 */
import type { FilesBeside } from '../checks/filesBeside.js';
import { nothingKnown } from '../checks/filesBeside.js';
import type { Unreadable } from '../checks/unreadable.js';
import { largestBeside } from '../checks/unreadable.js';
import type { Users } from '../evaluation/users.js';
import { usersIn } from '../evaluation/users.js';
import type { OpenDocument } from '../features/openDocument.js';
import { parse } from '../json/document.js';
import type { Asked } from '../targeting/asked.js';
import { askedBy } from '../targeting/asked.js';
import { kindOf, testedBy, usersFileName } from '../targeting/fileNames.js';
import type { ToggleFile } from '../targeting/toggles.js';
import type { Disk } from '../workspace/disk.js';
import { NearestFiles } from '../workspace/nearestFiles.js';
import type { OtherFiles } from '../workspace/otherFiles.js';
import type { WorkspaceFiles } from '../workspace/workspaceFiles.js';
import type { Configs } from './configs.js';
import type { TextDocuments } from './lsp.js';
import { Emitter } from './lsp.js';

interface BesideFilesOptions {
  readonly disk: Disk;
  readonly documents: TextDocuments<OpenDocument>;
  readonly configs: Configs;
  readonly workspace: WorkspaceFiles;
  readonly otherFiles: OtherFiles;
}

const unknown: Users = { all: [], areAll: false };
const noUsers = { uri: undefined, all: [], areAll: true };

export class BesideFiles {
  readonly #changed = new Emitter<void>();
  /** Files may have other users now. */
  readonly onChanged = this.#changed.event;
  readonly #users: NearestFiles<Users & { readonly uri: string }>;
  /** By the file of users that the targeting files have; '' for those that have none. */
  #asked: ReadonlyMap<string, Asked> | undefined;

  constructor(private readonly options: BesideFilesOptions) {
    const { disk, documents, workspace } = options;
    this.#users = new NearestFiles({
      name: usersFileName,
      read: (uri) => documents.get(uri)?.json.text ?? disk.read(uri, largestBeside),
      parse: (text, uri) => ({ uri, ...usersOf(text) }),
      bounds: workspace.bounds,
    });
  }

  /** Those that count for a targeting file or for tests; undefined where there is no such file. */
  usersFor(uri: string): (Users & { readonly uri: string }) | undefined {
    return this.#users.above(uri)?.parsed;
  }

  of(uri: string): FilesBeside {
    const { configs, workspace, otherFiles } = this.options;
    if (!uri.startsWith('file://')) return nothingKnown;
    const kind = kindOf(uri);
    const areKnown = otherFiles.areKnown && workspace.isInside(uri);
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

  usersChanged(): void {
    this.#users.forget();
    this.targetingChanged();
    this.#changed.fire();
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
