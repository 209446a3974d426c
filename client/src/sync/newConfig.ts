/** The text of a new targeting.config.json, from what a person typed. */
import { t } from '@vscode/l10n';
import { targetUrl } from './service/target.js';

export interface NewConfig {
  readonly baseUrl: string;
  readonly project: string;
  readonly environments: readonly string[];
  readonly protectedOnes: readonly string[];
  readonly isFeatureProbe: boolean;
}

export function newConfig({ baseUrl, project, environments, protectedOnes, isFeatureProbe }: NewConfig): string {
  const entries = environments.map((name) => [
    name,
    {
      ...(protectedOnes.includes(name) && { protected: true }),
      ...(isFeatureProbe && { api: 'featureprobe' }),
    },
  ]);
  return `${JSON.stringify({ baseUrl, project, environments: Object.fromEntries(entries) as unknown }, null, 2)}\n`;
}

/**
 * As the config's schema wants it: the scheme in lower case, no query, no slash at the end. The path of the service's API comes
 * behind it, so a base URL that has it already loses it.
 */
export function normalisedBaseUrl(typed: string): string {
  const { origin, pathname } = new URL(typed);
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api$/, '')}`;
}

export function baseUrlProblem(typed: string): string | undefined {
  const target = { baseUrl: typed, project: 'p', environment: 'e', environmentKey: 'e', toggle: 't', protected: false };
  return targetUrl(target) === undefined
    ? t('Begin with https://, or for this machine alone (localhost, 127.0.0.1, [::1]) with http://.')
    : undefined;
}

/** Names of environments as people type them, with commas between them, each once. */
export function environmentsIn(typed: string): readonly string[] {
  const names = typed.normalize().split(',');
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

export function environmentsProblem(typed: string): string | undefined {
  const names = environmentsIn(typed);
  if (names.length === 0) return t('Needed.');
  return names.some((name) => name.includes('/')) ? t('Without "/".') : undefined;
}

/** Whether a name is that of an environment which many people use. */
export function soundsLikeProduction(name: string): boolean {
  return /^(?:prod|production|online|live|release)$/i.test(name);
}
