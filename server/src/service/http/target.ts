/** Builds the URL of a push, and the names for its target in messages. Pure. */
import { t } from '../../core/t.js';
import type { Target, Targets } from '../../core/protocol.js';
import { namesOfOwners } from '../../core/targeting/rules/codeowners.js';
import { listOf } from '../../core/targeting/joined.js';
import { prefixOf, serviceAddressOf, urlOf } from '../../core/targeting/place.js';
import { shortened, word } from '../words/harmless.js';

export { serviceAddressOf };

/** Characters that the service's pages allow in keys (service.md B). */
const usual = /[\w.-]/;

/** The key, followed by the code points of its unusual characters, which may be invisible or look like others. */
export function keyInWords(key: string): string {
  const points = unusualIn(key);
  return points.length === 0 ? word(key) : t('{0} ({1})', word(key), listOf(points));
}

/** Code points such as `U+06DE` of characters that the service's pages do not allow in a key. */
export function unusualIn(key: string): readonly string[] {
  const unusual = [...new Set(key)].filter((character) => !usual.test(character));
  return unusual.map((each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The URL of the documented PATCH (service.md A), with percent-encoded keys.
 * @returns undefined if a key is invalid, or the address is unsafe for a token: neither https nor http on this machine
 */
export function targetUrl({ baseUrl, project, environmentKey, toggle }: Target): URL | undefined {
  const base = urlOf(baseUrl);
  if (base === undefined) return undefined;
  const safe = base.protocol === 'https:' || (base.protocol === 'http:' && loopback.has(base.hostname));
  if (!safe || base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '') return undefined;
  const keys = [project, environmentKey, toggle].map(encodeKey);
  if (keys.includes(undefined)) return undefined;
  return new URL(
    `${base.origin}${prefixOf(base)}/api/projects/${keys[0]}/environments/${keys[1]}/toggles/${keys[2]}/targeting`,
  );
}

/** @returns the encoded key; undefined if the key would change the path, even if only after a proxy decodes it */
function encodeKey(key: string): string | undefined {
  return key === '' || key === '.' || key === '..' || noKey.test(key) ? undefined : encodeURIComponent(key);
}

/** Matches characters that a key must not contain. Configs are checked, too, but this check guards the built URL. */
const noKey = /[/\\?#\p{Cc}\p{Surrogate}]|%[\da-f]{2}/iu;

/**
 * Keeps only the environment that a lens or notification names; if the config lacks this environment, the result is
 * unusable. A menu passes an argument that is not a name, so all targets remain.
 */
export function inEnvironment(found: Extract<Targets, { kind: 'found' }>, environment: unknown): Targets {
  if (typeof environment !== 'string') return found;
  const targets = found.targets.filter((target) => target.environment === environment);
  if (targets.length > 0) return { ...found, targets };
  const reason = t('targeting.config.json no longer maps this file to {0}.', word(environment));
  return { kind: 'unusable', configUri: found.configUri, reason };
}

export function ownersLine({ owners = [] }: Pick<Target, 'owners'>): readonly string[] {
  return owners.length === 0 ? [] : [t('Owners: {0}', namesOfOwners(owners))];
}

export function namesOf(target: Target): Record<'toggle' | 'environment' | 'project', string> {
  const { toggle, project } = target;
  return { toggle: word(toggle), environment: environmentName(target), project: word(project) };
}

/** The name in the config, with the service's key if it differs: the key decides where a push goes. */
export function environmentName({
  environment,
  environmentKey,
}: Pick<Target, 'environment' | 'environmentKey'>): string {
  return environmentsName(environment, [environmentKey]);
}

/** Like `environmentName`, for environments of several configs with the same name. */
export function environmentsName(name: string, keys: readonly string[]): string {
  const different = new Set(keys);
  return different.size === 0 || (different.size === 1 && different.has(name))
    ? word(name)
    : t('{0} (key {1})', word(name), listOf([...different].map(word)));
}

/** The toggle and its environment: `checkout → online of My_Project on toggles.example.com`. */
export function targetName(target: Target): string {
  return t('{0} → {1}', word(target.toggle), environmentAtHost(target));
}

/** The environment with project and host: `online of My_Project on toggles.example.com`. */
export function environmentAtHost(
  target: Pick<Target, 'environment' | 'environmentKey' | 'baseUrl' | 'project'>,
): string {
  return t('{0} of {1} on {2}', environmentName(target), word(target.project), hostOf(target));
}

export function projectAtHost(target: Target): string {
  return t('Project {0} on {1}.', namesOf(target).project, hostOf(target));
}

export function hostOf({ baseUrl }: Pick<Target, 'baseUrl'>): string {
  return word(urlOf(baseUrl)?.host ?? baseUrl);
}

/** A base URL on one line. A long host is cut at its start, since its end shows who owns the host. */
export function addressLine(baseUrl: string): string {
  const base = urlOf(baseUrl);
  if (base === undefined) return word(baseUrl);
  const end = base.host.length > 40 ? `…${base.host.slice(-39)}` : base.host;
  return `${base.protocol}//${end}${shortened(prefixOf(base), 24)}`;
}
