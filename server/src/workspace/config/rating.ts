/** Severities of a file's problems, by config and settings, for the server and the command line. */
import type { ConfigFile } from './configFiles.js';
import type { Rating } from '../../core/checks/rating.js';
import type { Severities } from '../../core/checks/problem.js';
import type { Config } from './config.js';
import { severitiesOf } from './severities.js';
import { matchFiles, relativePath } from './targets.js';

/** @param severities the severities in the editor's settings, which the config overrides */
export function ratingOf(fileUri: string, config: ConfigFile | undefined, severities: Severities = {}): Rating {
  if (config === undefined) return { severities, isFeatureProbe: false };
  const { parsed } = config;
  const path = relativePath(config.uri, fileUri);
  return {
    severities: {
      ...(parsed.sdks !== undefined && { 'sdks-disagree': 'warning' }),
      ...severities,
      ...severitiesOf(parsed, path ?? ''),
    },
    isFeatureProbe: parsed.config !== undefined && isOfFeatureProbe(parsed.config, path ?? ''),
  };
}

/** True if the path's environment uses FeatureProbe, or any environment if the path names no environment. */
function isOfFeatureProbe({ files, environments }: Config, path: string): boolean {
  const named = matchFiles(files, path)?.environment;
  return environments.some(({ name, api }) => api === 'featureprobe' && (named === undefined || name === named));
}
