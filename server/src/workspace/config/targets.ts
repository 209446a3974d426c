/** Finds a file's targets. The `files` pattern of the nearest config extracts toggle and environment from the path. */
import { t } from '../../core/t.js';
import { pushPolicyOf } from '../../core/checks/organization/pushRules.js';
import { getOrCreate } from '../../core/json/madeOnce.js';
import type { Target, Targets } from '../../core/protocol.js';
import type { Config, Environment, ParsedConfig } from './config.js';
import { decoded, folderOf } from '../disk/uris.js';
import { configFileName } from '../../core/targeting/fileNames.js';
import { severitiesOf } from './severities.js';

/**
 * @param fileUri a file in or below the config's folder
 * @param isEverywhere whether to return targets in every environment, even if the path names an environment
 */
export function targetsOf(parsed: ParsedConfig, configUri: string, fileUri: string, isEverywhere = false): Targets {
  const { config } = parsed;
  if (config === undefined) return unusable(parsed, configUri);
  const refused = (reason: string): Targets => ({ kind: 'unusable', configUri, reason });
  const below = relativePath(configUri, fileUri);
  const path = below ?? fileUri;
  const match = below === undefined ? undefined : matchFiles(config.files, below);
  if (match === undefined)
    return refused(t('The path {0} does not match "files": "{1}" in {2}.', path, config.files, configFileName));
  const bound = match.environment ?? '';
  const environments = config.environments.filter(({ name }) => isEverywhere || bound === '' || name === bound);
  if (environments.length === 0)
    return refused(
      t('The path {0} names the environment "{1}", which {2} does not have.', path, bound, configFileName),
    );
  const severities = severitiesOf(parsed, path);
  const targets = environments.map((environment) => {
    const target = targetIn(environment, match.toggle);
    const policy = pushPolicyOf(parsed.policies.of.get(environment.name) ?? {}, severities);
    return typeof target === 'string' || policy === undefined ? target : { ...target, policy };
  });
  const incomplete = targets.find((target) => typeof target === 'string');
  if (incomplete !== undefined) return refused(incomplete);
  const complete = targets.filter((target) => typeof target !== 'string');
  return { kind: 'found', configUri, bound: bound !== '', targets: complete };
}

export function withOwners(found: Targets, owners: readonly string[] = []): Targets {
  if (found.kind !== 'found' || owners.length === 0) return found;
  return { ...found, targets: found.targets.map((target) => ({ ...target, owners })) };
}

export function unusable({ problem }: ParsedConfig, configUri: string): Extract<Targets, { kind: 'unusable' }> {
  const reason = t('{0}, line {1}: {2}', configFileName, problem?.line ?? 1, problem?.message ?? '');
  return { kind: 'unusable', configUri, reason };
}

/** @returns the toggle's target; a sentence if the config is incomplete or a key is invalid */
export function targetIn(environment: Environment, toggle: string): Target | string {
  const { name, key, baseUrl, project, api } = environment;
  const missing = baseUrl === undefined ? 'baseUrl' : 'project';
  if (baseUrl === undefined || project === undefined) {
    return t('{0} has no "{1}" for the environment "{2}".', configFileName, missing, name);
  }
  const wrong = [toggle, project, key].find((each) => isNoKey.test(each));
  if (wrong !== undefined) {
    return t(
      '{0} is not a key: it has a control character, an escape such as %2F, or one of / \\ ? #.',
      JSON.stringify(wrong),
    );
  }
  const unserved = [toggle, project, key].find((each) => /[%;]/.test(each));
  if (api !== undefined && unserved !== undefined)
    return t('{0} is not a key that FeatureProbe serves: it has "%" or ";".', JSON.stringify(unserved));
  return {
    environment: name,
    environmentKey: key,
    baseUrl,
    project,
    toggle,
    protected: environment.protected,
    ...(api && { api }),
    ...(environment.requiresTests && { requiresTests: true }),
  };
}

/** Characters with a special meaning in a URL, possibly only after a proxy decodes them. */
const isNoKey = /[/\\?#\p{Cc}]|%[\da-f]{2}/iu;

/** @returns the toggle and the environment that the path names; undefined if the path does not match */
export function matchFiles(
  files: Config['files'],
  path: string,
): { readonly toggle: string; readonly environment: string | undefined } | undefined {
  const groups = getOrCreate(patterns, files, () => patternOf(files)).exec(path.normalize())?.groups;
  const toggle = groups?.['toggle'];
  return toggle === undefined ? undefined : { toggle, environment: groups?.['environment'] };
}

/** Compiled patterns, keyed by the value of `files` in the config. */
const patterns = new Map<string, RegExp>();

function patternOf(files: string): RegExp {
  const parts = files.split(/(\{toggle\}|\{environment\})/);
  const pattern = parts.map((part) => {
    if (part === '{toggle}') return '(?<toggle>[^/]+)';
    if (part === '{environment}') return '(?<environment>[^/]+)';
    return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  // Normalizes the name, because some file systems decompose accented characters.
  return new RegExp(`^${pattern.join('').normalize()}$`, 'u');
}

export function relativePath(configUri: string, fileUri: string): string | undefined {
  const folder = `${folderOf(configUri)}/`;
  return fileUri.startsWith(folder) ? decoded(fileUri.slice(folder.length)) : undefined;
}
