/**
 * Finds the targeting files in folders, one folder at a time. Not in node_modules and .git. A link to a folder is followed
 * after everything else, when it leads somewhere inside that was not visited: so no loop is run in, and no file has two names.
 */
import { targetingEnding } from '../targeting/fileNames.js';
import type { Bounds } from './bounds.js';
import type { Disk } from './disk.js';

export const skippedFolders: readonly string[] = ['node_modules', '.git'];

interface Place {
  readonly uri: string;
  /** Its path without links; undefined as long as nobody has looked. */
  readonly real: string | undefined;
}

export class FolderWalk {
  readonly #disk: Disk;
  readonly #bounds: Bounds;
  readonly #folders: Place[] = [];
  readonly #links: Place[] = [];
  readonly #visited = new Set<string>();

  constructor(disk: Disk, bounds: Bounds) {
    this.#disk = disk;
    this.#bounds = bounds;
  }

  add(uri: string): void {
    this.#folders.push({ uri, real: undefined });
  }

  get isDone(): boolean {
    return this.#folders.length === 0 && this.#links.length === 0;
  }

  /** The URIs of the targeting files in the next folder. */
  next(): readonly string[] {
    const folder = this.#folders.pop() ?? this.#links.shift();
    const found = folder === undefined ? [] : this.#visit(folder);
    // The next walk may come here again.
    if (this.isDone) this.#visited.clear();
    return found;
  }

  #visit({ uri, real = this.#disk.realPath(uri) }: Place): readonly string[] {
    if (real === undefined || this.#visited.has(real)) return [];
    this.#visited.add(real);
    const files: string[] = [];
    for (const { name, kind } of this.#disk.list(uri)) {
      // What is no text cannot be in a URI.
      if (skippedFolders.includes(name) || !name.isWellFormed()) continue;
      const child = `${uri}/${encoded(name)}`;
      if (kind === 'folder') this.#folders.push({ uri: child, real: `${real}/${name}` });
      else if (kind === 'file' && name.endsWith(targetingEnding)) files.push(child);
      else if (kind === 'link to a folder' && this.#bounds.outside(child) === undefined)
        this.#links.push({ uri: child, real: undefined });
    }
    return files;
  }
}

/** As VS Code writes URIs, so that a file is called the same by both. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
