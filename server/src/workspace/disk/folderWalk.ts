/**
 * Finds files in folders, in batches. Links are followed last and each folder is entered once, which avoids loops and
 * prefers paths without links.
 */
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import type { Disk, DiskEntry } from './disk.js';
import { encodedName } from './uris.js';

export const skippedFolders: readonly string[] = ['node_modules', '.git'];

const ENTRIES_AT_A_TIME = 500;

export interface FolderWalkOptions {
  readonly disk: Pick<Disk, 'list' | 'kindOf' | 'realPath'>;
  readonly isWanted: (fileName: string) => boolean;
  /** Called for links to a folder or a wanted file. @returns true to follow the link */
  readonly mayFollow: (uri: string) => boolean;
  /** Called for unreadable folders, and for dangling links with a wanted name. */
  readonly unreadable?: (uri: string, reason: Unreadable) => void;
  /** Maximum number of path segments below the start. */
  readonly depth?: number;
}

export interface FoundFile {
  readonly uri: string;
  /** The file's path without links. */
  readonly real: string;
  /** Path segments from the start to the file, including its name. */
  readonly names: readonly string[];
}

interface Met extends FoundFile {
  readonly kind: DiskEntry['kind'];
}

export class FolderWalk {
  readonly #folders: FoundFile[] = [];
  readonly #links: FoundFile[] = [];
  readonly #visited = new Set<string>();
  /** Remaining entries of the current folder. */
  #met: Iterator<Met> | undefined;

  constructor(private readonly options: FolderWalkOptions) {}

  add(uri: string): void {
    this.#folders.push({ uri, real: this.#realPath(uri), names: [] });
  }

  get isDone(): boolean {
    return this.#met === undefined && this.#folders.length === 0 && this.#links.length === 0;
  }

  /** Returns the next files found: some files of a folder, or the target of a link. */
  next(): readonly FoundFile[] {
    const met = (this.#met ??= this.#nextMet());
    const found: FoundFile[] = [];
    for (let count = 0; count < ENTRIES_AT_A_TIME; count += 1) {
      const next = met.next();
      if (next.done === true) {
        this.#met = undefined;
        break;
      }
      if (this.#isFound(next.value)) found.push(next.value);
    }
    // The next walk may visit the same folders again.
    if (this.isDone) this.#visited.clear();
    return found;
  }

  #nextMet(): Iterator<Met> {
    const folder = this.#folders.pop();
    return folder === undefined ? this.#behind(this.#links.pop()) : this.#in(folder);
  }

  *#in({ uri, real, names }: FoundFile): Generator<Met> {
    const { disk, unreadable, depth = Infinity } = this.options;
    if (names.length >= depth || this.#visited.has(real)) return;
    this.#visited.add(real);
    const entries = disk.list(uri);
    if ('unreadable' in entries) {
      unreadable?.(uri, entries);
      return;
    }
    for (const { name: onDisk, kind } of entries) {
      // A URI cannot contain lone surrogates.
      const name = onDisk.toWellFormed();
      yield { kind, uri: `${uri}/${encodedName(name)}`, real: `${real}/${name}`, names: [...names, name] };
    }
  }

  *#behind(link: FoundFile | undefined): Generator<Met> {
    if (link === undefined) return;
    const { disk, isWanted, mayFollow, unreadable } = this.options;
    const kind = disk.kindOf(link.uri);
    if (typeof kind !== 'string' || kind === 'missing') {
      // Emacs creates a dangling link `.#name` next to an edited file.
      const isFile = isWanted(nameOf(link)) && !nameOf(link).startsWith('.#');
      if (isFile) unreadable?.(link.uri, typeof kind === 'string' ? { unreadable: 'ENOENT' } : kind);
      return;
    }
    if (kind !== 'folder' && !isWanted(nameOf(link))) return;
    if (mayFollow(link.uri)) yield { ...link, kind, real: this.#realPath(link.uri) };
  }

  #realPath(uri: string): string {
    return (this.options.disk.realPath(uri) ?? uri).replace(/\/$/, '');
  }

  /** True for a wanted file; queues folders and links. */
  #isFound(met: Met): boolean {
    if (skippedFolders.includes(nameOf(met))) return false;
    if (met.kind === 'folder') this.#folders.push(met);
    else if (met.kind === 'link') this.#links.push(met);
    else return this.options.isWanted(nameOf(met));
    return false;
  }
}

export function* filesBelow(uri: string, options: FolderWalkOptions): Generator<FoundFile> {
  const walk = new FolderWalk(options);
  walk.add(uri);
  while (!walk.isDone) yield* walk.next();
}

function nameOf({ names }: FoundFile): string {
  return names.at(-1) ?? '';
}
