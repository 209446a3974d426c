/** Assigns code files to toggles, based on the configs. */
import { targetingEnding } from '../../core/targeting/fileNames.js';
import type { ToggleFile } from '../../core/targeting/toggles.js';
import type { CodeConfig } from '../config/config.js';
import type { ConfigFile } from '../config/configFiles.js';
import type { Project } from '../project.js';
import { folderOf, upwards } from '../disk/uris.js';
import type { CodePaths } from './codeFiles.js';
import { folderAt, isCodeFile } from './codeFiles.js';

export interface CodeScope {
  readonly configUri: string;
  readonly code: CodeConfig & CodePaths;
  /** The config of the targeting files: the code's own config, or the config of the folder that `toggles` names. */
  readonly targeting: ConfigFile;
}

/** The meaning of `"code": {}`. */
export const plainCode: CodeConfig = { include: undefined, wrappers: [], isComplete: false };

/** The scopes of all configs that have code and apply to a known targeting file or to one of the given folders. */
export function codeScopes(project: Project, folders: readonly string[], otherwise?: CodeConfig): readonly CodeScope[] {
  const configs = new Map<string, ConfigFile>();
  const add = (config: ConfigFile | undefined) => config && configs.set(config.uri, config);
  for (const folder of folders) add(project.config(anyFileIn(folder)));
  for (const { uri } of project.files.toggles.files()) add(project.config(uri));
  return [...configs.values()].flatMap((config) => scopeOf(project, config, otherwise) ?? []);
}

/** @returns undefined if the config has no code, or its toggles are out of bounds */
export function scopeOf(project: Project, config: ConfigFile, otherwise?: CodeConfig): CodeScope | undefined {
  const { code = otherwise, toggles } = config.parsed.config ?? {};
  if (code === undefined) return undefined;
  const folder = toggles === undefined ? undefined : folderAt(folderOf(config.uri), toggles);
  if (folder !== undefined && !project.bounds.mayBeNamedBy(config.uri)(folder)) return undefined;
  const targeting = folder === undefined ? config : targetingAt(project, folder);
  // A config with `toggles` belongs to an application and is in its code folder, so the config's folder is the root.
  const isAround = code.include === undefined && toggles === undefined;
  const root = isAround ? { root: project.bounds.surroundings(folderOf(config.uri)) } : {};
  return { configUri: config.uri, code: { ...code, ...root }, targeting: targeting ?? config };
}

/** Finds the scope of a code file. If there are several, the scope with the nearest config wins. */
export function scopeFor(uri: string, scopes: readonly CodeScope[]): CodeScope | undefined {
  const shared = ({ configUri }: CodeScope) => [...upwards(configUri)].filter((at) => uri.startsWith(`${at}/`)).length;
  return scopes
    .filter(({ configUri, code }) => isCodeFile(uri, configUri, code))
    .toSorted((one, other) => shared(other) - shared(one) || other.configUri.length - one.configUri.length)[0];
}

export function toggleFilesOf({ targeting }: CodeScope, project: Project): readonly ToggleFile[] {
  return Array.from(project.files.toggles.files()).filter(({ uri }) => project.config(uri)?.uri === targeting.uri);
}

/** Finds the config of a folder. Adds the folder if no folder of the editor contains it. */
function targetingAt(project: Project, folder: string): ConfigFile | undefined {
  const file = anyFileIn(folder);
  if (!project.files.isInside(file)) project.files.foldersChanged({ added: [folder], removed: [] });
  return project.config(file);
}

function anyFileIn(folder: string): string {
  return `${folder}/any${targetingEnding}`;
}
