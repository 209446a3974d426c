/**
 * Finds the file of a name nearest above another, no further up than its bounds go, and remembers what was read until told to
 * forget.
 */
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
  /** Is asked for the file of an open editor as well, which comes before the one on disk. */
  readonly read: (uri: string) => FileText;
  /** Of one that is there but cannot be read, too: it makes no way for another further up. */
  readonly parse: (text: string | Unreadable, uri: string) => T;
  readonly bounds: Pick<Bounds, 'topOf' | 'outside'>;
}

export class NearestFiles<T> {
  /** By folder, so that many folders under one file share what was read of it. */
  #known = new Map<string, NearestFile<T> | undefined>();
  /** By URI, so that a text that is the same is parsed once. */
  readonly #parsed = new Map<string, { readonly text: FileText; readonly parsed: T }>();

  constructor(private readonly options: NearestFilesOptions<T>) {}

  /** The same object until told to forget. */
  above(fileUri: string): NearestFile<T> | undefined {
    return hasFolders(fileUri) ? this.#inOrAbove(folderOf(fileUri)) : undefined;
  }

  /** As it stands now, whatever was heard of its changes. */
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
