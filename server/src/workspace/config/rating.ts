/** How the problems of a file are shown, by the config above it and the editor's settings; for server and command line alike. */
import type { ConfigFile } from '../configFiles.js';
import type { Rating } from '../../core/checks/rating.js';
import type { Severities } from '../../core/checks/problem.js';
import type { Config, ParsedConfig } from './config.js';
import { matchesPattern } from './pattern.js';
import { matchFiles, relativePath } from './targets.js';

/**
 * @param config the nearest one above the file
 * @param severities of the editor's settings; the config comes before them
 */
export function ratingOf(fileUri: string, config: ConfigFile | undefined, severities: Severities = {}): Rating {
  if (config === undefined) return { severities, isFeatureProbe: false };
  const { parsed } = config;
  const path = relativePath(config.uri, fileUri);
  return {
    severities: overridesOf(parsed, path ?? '').reduce((all, each) => ({ ...all, ...each }), {
      ...severities,
      ...parsed.severities,
    }),
    isFeatureProbe: parsed.config !== undefined && isOfFeatureProbe(parsed.config, path ?? ''),
  };
}

/** Those that match the path, the last one last. */
function overridesOf({ overrides }: ParsedConfig, path: string): readonly Severities[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return overrides
    .filter(({ files }) => matchesPattern(files, files.includes('/') ? path : name))
    .map(({ severities }) => severities);
}

/** Whether the environment that the path names is one; where it names none, whether any is. */
function isOfFeatureProbe({ files, environments }: Config, path: string): boolean {
  const named = matchFiles(files, path)?.environment;
  return environments.some(({ name, api }) => api === 'featureprobe' && (named === undefined || name === named));
}
