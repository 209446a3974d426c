/** The severities that a config sets for one of its files. */
import type { Severities } from '../../core/checks/problem.js';
import type { ParsedConfig } from './config.js';
import { matchesPattern } from '../../core/targeting/rules/fileGlob.js';

/** @param path below the config. Of several overrides that match it, the last one counts. */
export function severitiesOf({ severities, overrides }: ParsedConfig, path: string): Severities {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const matching = overrides.filter(({ files }) => matchesPattern(files, files.includes('/') ? path : name));
  return matching.reduce((all, each) => ({ ...all, ...each.severities }), severities);
}
