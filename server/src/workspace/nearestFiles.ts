/** Finds the nearest file with a given name above another file, within bounds, and caches it until `forget`. */
import type { Unreadable } from '../core/checks/text/unreadable.js';
import { linkOut } from '../core/checks/text/unreadable.js';
import type { Bounds } from './disk/bounds.js';
import type { FileText } from './disk/disk.js';
import { folderOf, hasFolders, pathBelow } from './disk/uris.js';

export interface NearestFile<T> {
  readonly uri: string;
  readonly parsed: T;
}

interface NearestFilesOptions<T> {
  readonly name: string;
  /** Reads a file. Prefers the text of an open editor to the text on disk. */
  readonly read: (uri: string) => FileText;
  /** Also called for unreadable files: they need a result, so that no file further up applies instead. */
  readonly parse: (text: string | Unreadable, uri: string) => T;
  readonly bounds: Pick<Bounds, 'topOf' | 'outside'>;
}

export class NearestFiles<T> {
  /** The nearest file of each folder; all folders with the same nearest file share its object. */
  #known = new Map<string, NearestFile<T> | undefined>();
  /** Parsed files by URI, to avoid parsing the same text twice. */
  readonly #parsed = new Map<string, { readonly text: FileText; readonly parsed: T }>();

  constructor(private readonly options: NearestFilesOptions<T>) {}

  /** Returns the nearest file above the given file; the object stays the same until `forget`. */
  above(fileUri: string): NearestFile<T> | undefined {
    return hasFolders(fileUri) ? this.#inOrAbove(folderOf(fileUri)) : undefined;
  }

  /** The file's current text, even if no change was reported. */
  textOf(uri: string): FileText {
    const { bounds, read } = this.options;
    return bounds.outside(uri) === undefined ? read(uri) : linkOut();
  }

  forget(): void {
    this.#known = new Map();
  }

  #inOrAbove(folder: string): NearestFile<T> | undefined {
    if (!this.#known.has(folder)) this.#known.set(folder, this.#search(folder));
    return this.#known.get(folder);
  }

  #search(folder: string): NearestFile<T> | undefined {
    const { name, parse, bounds } = this.options;
    const uri = `${folder}/${name}`;
    const text = this.textOf(uri);
    if (text !== undefined) {
      const before = this.#parsed.get(uri);
      const parsed = before?.text === text ? before.parsed : parse(text, uri);
      this.#parsed.set(uri, { text, parsed });
      return { uri, parsed };
    }
    const isTop = pathBelow(bounds.topOf(folder), folder) === undefined;
    return isTop ? undefined : this.#inOrAbove(folderOf(folder));
  }
}
