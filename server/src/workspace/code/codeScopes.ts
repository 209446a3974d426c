/** Which code belongs to which toggles: as configs say. */
import { targetingEnding } from '../../core/targeting/fileNames.js';
import type { ToggleFile } from '../../core/targeting/toggles.js';
import type { CodeConfig } from '../config/config.js';
import type { ConfigFile } from '../config/configFiles.js';
import type { Project } from '../project.js';
import { folderOf } from '../disk/uris.js';
import { folderAt, isCodeFile } from './codeFiles.js';

export interface CodeScope {
  /** Says which files of code there are. */
  readonly configUri: string;
  readonly code: CodeConfig;
  /** Counts for the targeting files: the same config, or that of the folder that it names. */
  readonly targeting: ConfigFile;
}

/** Those of all configs that ask for toggles in code, as far as targeting files are known, and of those in the given folders. */
export function codeScopes(project: Project, folders: readonly string[]): readonly CodeScope[] {
  const configs = new Map<string, ConfigFile>();
  const add = (config: ConfigFile | undefined) => config && configs.set(config.uri, config);
  for (const folder of folders) add(project.config(anyFileIn(folder)));
  for (const { uri } of project.files.toggles.files()) add(project.config(uri));
  return [...configs.values()].flatMap((config) => scopeOf(project, config) ?? []);
}

/** @returns undefined if the config does not ask for code, or its toggles are out of the bounds */
export function scopeOf(project: Project, config: ConfigFile): CodeScope | undefined {
  const { code, toggles } = config.parsed.config ?? {};
  if (code === undefined) return undefined;
  const folder = toggles === undefined ? undefined : folderAt(folderOf(config.uri), toggles);
  if (folder !== undefined && !project.bounds.namedBy(config.uri)(folder)) return undefined;
  const targeting = folder === undefined ? config : targetingAt(project, folder);
  return { configUri: config.uri, code, targeting: targeting ?? config };
}

/** The nearest config above a file of code comes first. */
export function scopeFor(uri: string, scopes: readonly CodeScope[]): CodeScope | undefined {
  return scopes
    .filter(({ configUri, code }) => isCodeFile(uri, configUri, code))
    .toSorted((one, other) => other.configUri.length - one.configUri.length)[0];
}

export function toggleFilesOf({ targeting }: CodeScope, project: Project): readonly ToggleFile[] {
  return Array.from(project.files.toggles.files()).filter(({ uri }) => project.config(uri)?.uri === targeting.uri);
}

/** Its files need not be in a folder of the editor. */
function targetingAt(project: Project, folder: string): ConfigFile | undefined {
  const file = anyFileIn(folder);
  if (!project.files.isInside(file)) project.files.foldersChanged({ added: [folder], removed: [] });
  return project.config(file);
}

function anyFileIn(folder: string): string {
  return `${folder}/any${targetingEnding}`;
}
