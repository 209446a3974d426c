/** Severities that a config sets for a file. */
import type { Severities } from '../../core/checks/problem.js';
import type { ParsedConfig } from './config.js';
import { matchesPattern } from '../../core/targeting/rules/fileGlob.js';

/** If several overrides match, the last override wins. @param path relative to the config's folder */
export function severitiesOf({ severities, overrides }: ParsedConfig, path: string): Severities {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const matching = overrides.filter(({ files }) => matchesPattern(files, files.includes('/') ? path : name));
  return matching.reduce((all, each) => ({ ...all, ...each.severities }), severities);
}
