/**
 * Finds the targeting.config.json nearest above a file, no further up than its bounds go, and remembers what was read until
 * told to forget. The config of an open editor comes before the one on disk. Only `file:` URIs have folders that can be read.
 */
import type { Bounds } from './bounds.js';
import { folderOf } from './bounds.js';
import type { ParsedConfig } from './config/config.js';
import { configFileName } from '../targeting/fileNames.js';
import { parseConfig, unreadableConfig } from './config/config.js';
import type { FileText } from './disk.js';
import { pathBelow } from './knownFiles.js';
import { linkOut } from '../checks/unreadable.js';

export interface ConfigFile {
  readonly uri: string;
  readonly parsed: ParsedConfig;
}

export type OpenText = (uri: string) => string | undefined;

export interface ConfigFiles {
  readonly nearest: (fileUri: string, openText: OpenText) => Promise<ConfigFile | undefined>;
  readonly forget: () => void;
}

export function configFiles(
  readFile: (uri: string) => FileText,
  bounds: Pick<Bounds, 'topOf' | 'outside'>,
): ConfigFiles {
  let known = new Map<string, Promise<ConfigFile | undefined>>();
  // By folder, so that many folders under one config share what was read of it.
  const inOrAbove = (folder: string, openText: OpenText): Promise<ConfigFile | undefined> => {
    if (!folder.startsWith('file://')) return Promise.resolve(undefined);
    const found = known.get(folder) ?? search(folder, openText);
    known.set(folder, found);
    return found;
  };
  const search = async (folder: string, openText: OpenText): Promise<ConfigFile | undefined> => {
    const uri = `${folder}/${configFileName}`;
    const text = bounds.outside(uri) === undefined ? (openText(uri) ?? readFile(uri)) : linkOut();
    if (text !== undefined)
      return { uri, parsed: typeof text === 'string' ? parseConfig(text) : unreadableConfig(text) };
    const isTop = pathBelow(bounds.topOf(folder), folder) === undefined;
    return isTop ? undefined : inOrAbove(folderOf(folder), openText);
  };
  return {
    nearest: (fileUri, openText) => inOrAbove(folderOf(fileUri), openText),
    forget: () => {
      known = new Map();
    },
  };
}
