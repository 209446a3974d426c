/**
 * Finds the targeting.config.json nearest above a file, no further up than its bounds go, and remembers what was read until
 * told to forget. Only `file:` URIs have folders that can be read.
 */
import type { Bounds } from './bounds.js';
import type { ParsedConfig } from './config/config.js';
import { configFileName } from '../targeting/fileNames.js';
import { parseConfig, unreadableConfig } from './config/config.js';
import type { FileText } from './disk.js';
import { folderOf, pathBelow } from './uris.js';
import type { Unreadable } from '../checks/unreadable.js';
import { linkOut } from '../checks/unreadable.js';

export interface ConfigFile {
  readonly uri: string;
  readonly parsed: ParsedConfig;
}

export class ConfigFiles {
  /** By folder, so that many folders under one config share what was read of it. */
  #known = new Map<string, Promise<ConfigFile | undefined>>();

  /**
   * @param read is asked for the config of an open editor as well, which comes before the one on disk
   * @param unreadable is told of every config that is there but cannot be read
   */
  constructor(
    private readonly read: (uri: string) => FileText,
    private readonly bounds: Pick<Bounds, 'topOf' | 'outside'>,
    private readonly unreadable?: (uri: string, reason: Unreadable) => void,
  ) {}

  nearest(fileUri: string): Promise<ConfigFile | undefined> {
    return this.#inOrAbove(folderOf(fileUri));
  }

  /** As it stands now, whatever was heard of its changes. */
  textOf(uri: string): FileText {
    return this.bounds.outside(uri) === undefined ? this.read(uri) : linkOut();
  }

  forget(): void {
    this.#known = new Map();
  }

  #inOrAbove(folder: string): Promise<ConfigFile | undefined> {
    if (!folder.startsWith('file://')) return Promise.resolve(undefined);
    const found = this.#known.get(folder) ?? this.#search(folder);
    this.#known.set(folder, found);
    return found;
  }

  async #search(folder: string): Promise<ConfigFile | undefined> {
    const uri = `${folder}/${configFileName}`;
    const text = this.textOf(uri);
    if (typeof text === 'string') return { uri, parsed: parseConfig(text) };
    if (text !== undefined) {
      this.unreadable?.(uri, text);
      return { uri, parsed: unreadableConfig(text) };
    }
    const isTop = pathBelow(this.bounds.topOf(folder), folder) === undefined;
    return isTop ? undefined : this.#inOrAbove(folderOf(folder));
  }
}
