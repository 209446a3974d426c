/** Which files make an environment for applications that run here. */
import { identityOf } from './config/identity.js';
import type { LocalFile } from './localEnvironment.js';
import type { Project } from './project.js';

/**
 * The file as one of the environment; undefined where it belongs to others. One whose path names no environment is one of all that its
 * config has.
 * @param environment by its name in the config; undefined for files of no environment
 */
export function localFile(uri: string, environment: string | undefined, project: Project): LocalFile | undefined {
  const config = project.config(uri);
  const { toggle, environment: named } = identityOf(uri, config);
  const environments = named === undefined ? (config?.parsed.environmentNames ?? []) : [named];
  const isOne = environment === undefined ? environments.length === 0 : environments.includes(environment);
  return isOne ? { toggle, uri } : undefined;
}
