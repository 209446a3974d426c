/** Finds all targeting files of the workspace folders on first use, and follows their changes afterwards. */
import { targetingEnding } from '../core/targeting/fileNames.js';
import { Background } from './turns.js';
import type { Identity } from './config/identity.js';
import { identityOf } from './config/identity.js';
import { Bounds } from './disk/bounds.js';
import type { ConfigFile } from './config/configFiles.js';
import type { Disk } from './disk/disk.js';
import type { JsonDocument } from '../core/json/document.js';
import { MAX_TEXT_LENGTH, MAX_EVALUATED_LENGTH } from '../core/json/document.js';
import { FolderWalk, skippedFolders } from './disk/folderWalk.js';
import type { KnownFile } from './knownFiles.js';
import { KnownFiles } from './knownFiles.js';
import { spelledBelow } from './disk/spelling.js';
import { pathBelow, withoutSlashesAtTheEnd } from './disk/uris.js';
import type { Toggles } from '../core/targeting/toggles.js';
import { OnDisk } from '../core/targeting/toggles.js';

export interface WorkspaceFilesOptions {
  readonly disk: Disk;
  /** The limits of the search; by default, the workspace folders. */
  readonly bounds?: Bounds;
  /** URIs of other folders that configs may name. */
  readonly allowed?: (() => readonly string[]) | undefined;
  readonly configOf: (uri: string) => ConfigFile | undefined;
  /** Files from the client; `all` resolves when the initial files have arrived. */
  readonly given?: { readonly all: Promise<void>; readonly mayMissFiles: boolean } | undefined;
  /** Called in batches with files that were added, removed or changed, or that now belong to another toggle. */
  readonly onChanged?: (uris: readonly string[]) => void;
  readonly failed: (error: unknown) => void;
}

/** LSP's FileEvent. `type`: 1 created, 2 changed, 3 deleted. */
export interface FileChange {
  readonly uri: string;
  readonly type: 1 | 2 | 3;
}

export class WorkspaceFiles {
  /** A live view of the known files. */
  readonly toggles: Toggles;
  readonly bounds: Bounds;
  readonly #known = new KnownFiles();
  readonly #options: WorkspaceFilesOptions;
  readonly #walk: FolderWalk;
  readonly #background: Background;
  /** Queues of URIs: files found by the walk; files to read; files whose toggle and environment must be determined. */
  readonly #found = new Waiting();
  readonly #unread = new Waiting();
  readonly #unplaced = new Waiting();
  readonly #changed = new Set<string>();
  #folders: readonly string[] = [];
  #isStarted = false;
  #later: NodeJS.Timeout | undefined;

  constructor(options: WorkspaceFilesOptions) {
    this.toggles = this.#known;
    this.#options = options;
    const { disk, allowed } = options;
    const bounds = options.bounds ?? new Bounds({ disk, opened: () => this.#folders, otherwise: allowed });
    this.bounds = bounds;
    this.#walk = new FolderWalk({
      disk,
      isWanted: (name) => name.endsWith(targetingEnding),
      mayFollow: (uri) => bounds.outside(uri) === undefined,
    });
    this.#background = new Background({ step: () => this.#step(), told: () => this.#tell(), failed: options.failed });
  }

  /** Starts the search on first use. Resolves when all files that were found or reported as changed are known. */
  async ready(): Promise<Toggles> {
    await this.#options.given?.all;
    if (!this.#isStarted) {
      this.#isStarted = true;
      for (const folder of this.#folders) this.#walk.add(folder);
      this.#wake();
    }
    if (this.#later !== undefined) this.#wake();
    await this.#background.done();
    return this.toggles;
  }

  opened(uri: string, document: JsonDocument): void {
    if (!uri.endsWith(targetingEnding)) return;
    if (this.#known.get(uri)?.open === undefined)
      this.#known.name(uri, spelledBelow(this.#folders, uri, this.#options.disk));
    this.#update(uri, { uri, open: document });
  }

  spelling(uri: string): string {
    return this.#known.spelling(uri);
  }

  identity(uri: string): Identity {
    const named = this.spelling(uri);
    return identityOf(named, this.#options.configOf(named));
  }

  closed(uri: string): void {
    if (this.#known.get(uri) === undefined) return;
    this.#update(uri, { uri: this.spelling(uri), open: undefined });
    if (this.isInside(uri)) this.#unread.add(uri);
    this.#wake();
  }

  foldersChanged({ added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] }): void {
    const closed = removed.map(withoutSlashesAtTheEnd);
    const opened = added.map(withoutSlashesAtTheEnd);
    this.#folders = [...this.#folders.filter((folder) => !closed.includes(folder)), ...opened];
    // Files that are also in another open folder remain.
    for (const folder of closed) this.#forget(this.#known.below(folder).filter(({ uri }) => !this.isInside(uri)));
    if (!this.#isStarted) return;
    for (const folder of opened) this.#walk.add(folder);
    this.#wake();
  }

  filesChanged(changes: readonly FileChange[]): void {
    if (!this.#isStarted) return;
    for (const { uri, type } of changes.filter((change) => this.isInside(change.uri))) {
      if (uri.endsWith(targetingEnding)) this.#unread.add(uri);
      else if (type === 3) this.#forget(this.#known.below(uri));
      // A name without a dot may belong to a folder, so the walk tries to list it.
      else if (type === 1 && !uri.slice(uri.lastIndexOf('/')).includes('.') && this.bounds.outside(uri) === undefined)
        this.#walk.add(uri);
    }
    this.#wake();
  }

  configsChanged(): void {
    for (const { uri } of this.#known.all()) this.#unplaced.add(uri);
    this.#wake();
  }

  /** Removes work from the queue before doing it, so that failed work is not repeated. */
  #step(): boolean {
    if (!this.#walk.isDone) {
      for (const { uri } of this.#walk.next()) this.#found.add(uri);
      return true;
    }
    const found = this.#found.take();
    const unread = found ?? this.#unread.take();
    if (unread !== undefined) {
      this.#read(unread, found !== undefined || this.bounds.outside(unread) === undefined);
      return true;
    }
    const unplaced = this.#unplaced.take();
    if (unplaced !== undefined) this.#place(unplaced);
    return unplaced !== undefined;
  }

  #read(uri: string, isInside: boolean): void {
    const text = isInside ? this.#options.disk.read(uri, MAX_TEXT_LENGTH) : undefined;
    // An unreadable or very long file counts as empty here.
    const isRead = typeof text === 'string' && text.length <= MAX_EVALUATED_LENGTH;
    if (text !== undefined) this.#update(uri, { onDisk: new OnDisk(isRead ? text : '') });
    else if (this.#known.get(uri)?.onDisk !== undefined) this.#update(uri, { onDisk: undefined });
  }

  #place(uri: string): void {
    const identity = this.identity(uri);
    const before = this.#known.get(uri);
    if (before === undefined || JSON.stringify(before.identity) === JSON.stringify(identity)) return;
    this.#update(uri, { identity });
  }

  #update(uri: string, news: Partial<KnownFile>): void {
    const known = this.#known.update(uri, news);
    if (known !== undefined && known.identity === undefined) {
      this.#unplaced.add(uri);
      this.#wake();
      return;
    }
    // The file is reported only after its toggle is known.
    this.#changed.add(uri);
    this.#wakeSoon();
  }

  #forget(files: readonly KnownFile[]): void {
    for (const { uri } of files) this.#update(uri, { onDisk: undefined });
  }

  get mayMissFiles(): boolean {
    return this.#options.given?.mayMissFiles === true;
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /** True if the search would find the URI in a workspace folder. */
  isInside(uri: string): boolean {
    return this.#folders.some((folder) => {
      const path = pathBelow(folder, uri);
      return path !== undefined && !skippedFolders.some((name) => path.includes(`/${name}/`));
    });
  }

  #tell(): void {
    if (this.#changed.size === 0) return;
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#options.onChanged?.(changed);
  }

  #wake(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    if (this.#isStarted) this.#background.wake();
  }

  /** Delays the wake-up, so that several keystrokes share one wake-up. */
  #wakeSoon(): void {
    if (this.#isStarted) this.#later ??= setTimeout(() => this.#wake(), 20);
  }
}

/** A queue of distinct URIs. */
class Waiting {
  readonly #uris = new Set<string>();
  /** The iterator is reused, since a new iterator would first skip all removed entries. */
  #next = this.#uris.values();

  add(uri: string): void {
    this.#uris.add(uri);
  }

  take(): string | undefined {
    const next = this.#next.next();
    if (next.done !== true) {
      this.#uris.delete(next.value);
      return next.value;
    }
    if (this.#uris.size === 0) return undefined;
    this.#next = this.#uris.values();
    return this.take();
  }
}
