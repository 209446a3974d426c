/** How the problems of a file are shown, by the config above it and the editor's settings; for server and command line alike. */
import type { ConfigFile } from './configFiles.js';
import type { Rating } from '../../core/checks/rating.js';
import type { Severities } from '../../core/checks/problem.js';
import type { Config } from './config.js';
import { severitiesOf } from './severities.js';
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
    severities: { ...severities, ...severitiesOf(parsed, path ?? '') },
    isFeatureProbe: parsed.config !== undefined && isOfFeatureProbe(parsed.config, path ?? ''),
  };
}

/** Whether the environment that the path names is one; where it names none, whether any is. */
function isOfFeatureProbe({ files, environments }: Config, path: string): boolean {
  const named = matchFiles(files, path)?.environment;
  return environments.some(({ name, api }) => api === 'featureprobe' && (named === undefined || name === named));
}
