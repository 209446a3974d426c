/** Selects the files of an environment for local applications. */
import { identityOf } from '../config/identity.js';
import { matchFiles, relativePath } from '../config/targets.js';
import type { LocalFile } from './localEnvironment.js';
import type { Project } from '../project.js';

/** @returns undefined if the file is in another environment. A path without an environment matches every environment */
export function localFile(uri: string, environment: string | undefined, project: Project): LocalFile | undefined {
  const config = project.config(uri);
  const { toggle, environment: named } = identityOf(uri, config);
  const environments = named === undefined ? (config?.parsed.environmentNames ?? []) : [named];
  if (environment === undefined) return environments.length === 0 ? { toggle, uri } : undefined;
  return environments.includes(environment) && !isMisplaced(uri, project) ? { toggle, uri } : undefined;
}

/** True if the file's path does not match its config's pattern. */
export function isMisplaced(uri: string, project: Project): boolean {
  const config = project.config(uri);
  const files = config?.parsed.config?.files;
  const path = config && relativePath(config.uri, uri);
  return files !== undefined && path !== undefined && matchFiles(files, path) === undefined;
}
