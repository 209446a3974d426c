/**
 * Finds the targeting.config.json nearest above a file, and remembers what was read until told to forget. The config
 * of an open editor comes before the one on disk. Only `file:` URIs have folders that can be read.
 */
import { t } from '@vscode/l10n';
import type { ParsedConfig } from './config/config.js';
import { configFileName, parseConfig } from './config/config.js';

/** The text of a file, undefined when there is none, or why it cannot be read. */
export type FileText = string | undefined | { readonly unreadable: string };
export type ReadFile = (uri: string) => Promise<FileText>;

export interface ConfigFile {
  readonly uri: string;
  readonly parsed: ParsedConfig;
}

export type OpenText = (uri: string) => string | undefined;

export interface ConfigFiles {
  readonly nearest: (fileUri: string, openText: OpenText) => Promise<ConfigFile | undefined>;
  readonly forget: () => void;
}

export function configFiles(readFile: ReadFile): ConfigFiles {
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
    const text = openText(uri) ?? (await readFile(uri));
    if (text === undefined) return inOrAbove(folderOf(folder), openText);
    return { uri, parsed: typeof text === 'string' ? parseConfig(text) : unreadable(text.unreadable) };
  };
  return {
    nearest: (fileUri, openText) => inOrAbove(folderOf(fileUri), openText),
    forget: () => {
      known = new Map();
    },
  };
}

function unreadable(code: string): ParsedConfig {
  const message = t('The file cannot be read ({0}).', code);
  return { config: undefined, problem: { line: 1, message }, severities: {} };
}

function folderOf(uri: string): string {
  return uri.slice(0, Math.max(0, uri.lastIndexOf('/')));
}
