/** Which files make an environment for applications that run here. */
import { identityOf } from '../config/identity.js';
import { matchFiles, relativePath } from '../config/targets.js';
import type { LocalFile } from './localEnvironment.js';
import type { Project } from '../project.js';

/**
 * The file as one of the environment; undefined where it belongs to others, or to none, as its config has other paths. One whose path names
 * no environment is one of all that its config has.
 * @param environment by its name in the config; undefined for files of no environment
 */
export function localFile(uri: string, environment: string | undefined, project: Project): LocalFile | undefined {
  const config = project.config(uri);
  const { toggle, environment: named } = identityOf(uri, config);
  const environments = named === undefined ? (config?.parsed.environmentNames ?? []) : [named];
  if (environment === undefined) return environments.length === 0 ? { toggle, uri } : undefined;
  return environments.includes(environment) && !isAstray(uri, project) ? { toggle, uri } : undefined;
}

/** Whether its config, which says where files of environments are, says that they are elsewhere. */
export function isAstray(uri: string, project: Project): boolean {
  const config = project.config(uri);
  const files = config?.parsed.config?.files;
  const path = config && relativePath(config.uri, uri);
  return files !== undefined && path !== undefined && matchFiles(files, path) === undefined;
}
