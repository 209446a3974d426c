/** The address of a push and how it is named to people. Pure. */
import { t } from '@vscode/l10n';
import type { Target, Targets } from '../../core/protocol.js';
import { namesOfOwners } from '../../core/targeting/rules/codeowners.js';
import { listOf } from '../../core/targeting/joined.js';
import { prefixOf, serviceAddressOf, urlOf } from '../../core/targeting/place.js';
import { shortened, word } from '../words/harmless.js';

export { serviceAddressOf };

/** As the service's own pages allow keys (service.md B). */
const usual = /[\w.-]/;

/** The key, and the code points of characters that are easily mistaken for others, or not seen. */
export function keyInWords(key: string): string {
  const points = unusualIn(key);
  return points.length === 0 ? word(key) : t('{0} ({1})', word(key), listOf(points));
}

/** `U+06DE`: of characters that the service's own pages do not allow in a key. */
export function unusualIn(key: string): readonly string[] {
  const unusual = [...new Set(key)].filter((character) => !usual.test(character));
  return unusual.map((each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The URL of the documented PATCH (service.md A), every key percent-encoded; undefined when the base URL is none that
 * a token may be sent to: https, or http on this machine alone.
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

/** One path segment; undefined for those that would name another path however they are written, or once a proxy decodes them. */
function encodeKey(key: string): string | undefined {
  return key === '' || key === '.' || key === '..' || noKey.test(key) ? undefined : encodeURIComponent(key);
}

/** As the server has it of a config; this is where addresses are made. */
const noKey = /[/\\?#\p{Cc}\p{Surrogate}]|%[\da-f]{2}/iu;

/**
 * The environment that a command was told, as by a lens or a notification of earlier; where the config no longer has it, no
 * other takes its place. What a menu gives is no name: then all of them.
 */
export function inEnvironment(found: Extract<Targets, { kind: 'found' }>, environment: unknown): Targets {
  if (typeof environment !== 'string') return found;
  const targets = found.targets.filter((target) => target.environment === environment);
  if (targets.length > 0) return { ...found, targets };
  const reason = t('targeting.config.json no longer sends this file to {0}.', word(environment));
  return { kind: 'unusable', configUri: found.configUri, reason };
}

/** Who owns the file, by CODEOWNERS. */
export function ownersLine({ owners = [] }: Pick<Target, 'owners'>): readonly string[] {
  return owners.length === 0 ? [] : [t('Owners: {0}', namesOfOwners(owners))];
}

/** A target as people read it: the environment as `environmentName` has it. */
export function namesOf(target: Target): Record<'toggle' | 'environment' | 'project', string> {
  const { toggle, project } = target;
  return { toggle: word(toggle), environment: environmentName(target), project: word(project) };
}

/** Its name in the config; where the service knows it by another key, that as well: the key is what a push reaches. */
export function environmentName({
  environment,
  environmentKey,
}: Pick<Target, 'environment' | 'environmentKey'>): string {
  return environmentsName(environment, [environmentKey]);
}

/** Of environments that have one name in several configs. */
export function environmentsName(name: string, keys: readonly string[]): string {
  const different = new Set(keys);
  return different.size === 0 || (different.size === 1 && different.has(name))
    ? word(name)
    : t('{0} (key {1})', word(name), listOf([...different].map(word)));
}

/** `checkout → online of My_Project on toggles.example.com`. */
export function targetName(target: Target): string {
  return t('{0} → {1}', word(target.toggle), environmentAtHost(target));
}

/** `online of My_Project on toggles.example.com`. */
export function environmentAtHost(
  target: Pick<Target, 'environment' | 'environmentKey' | 'baseUrl' | 'project'>,
): string {
  return t('{0} of {1} on {2}', environmentName(target), word(target.project), hostOf(target));
}

/** A sentence that follows one that names toggle and environment. */
export function projectAtHost(target: Target): string {
  return t('Project {0} on {1}.', namesOf(target).project, hostOf(target));
}

export function hostOf({ baseUrl }: Pick<Target, 'baseUrl'>): string {
  return word(urlOf(baseUrl)?.host ?? baseUrl);
}

/**
 * A base URL as one line of its own, which is never so long that the end of the host is not in sight: whose a host is, its end
 * says.
 */
export function addressLine(baseUrl: string): string {
  const base = urlOf(baseUrl);
  if (base === undefined) return word(baseUrl);
  const end = base.host.length > 40 ? `…${base.host.slice(-39)}` : base.host;
  return `${base.protocol}//${end}${shortened(prefixOf(base), 24)}`;
}
