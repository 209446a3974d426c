/** The text of a new targeting.config.json, from what a person typed. */
import { t } from '@vscode/l10n';
import { spelt } from '../../core/json/edit/edits.js';
import { targetUrl } from '../http/target.js';

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
  const config = { baseUrl, project, environments: Object.fromEntries(entries) as unknown };
  return `${spelt(JSON.stringify(config, null, 2))}\n`;
}

/** What an address says of the config. */
export interface Page {
  readonly baseUrl: string;
  /** Keys, where it is the address of one of FeatureProbe's pages. */
  readonly project?: string;
  readonly environment?: string;
}

/**
 * The base URL is as the config's schema wants it: the scheme in lower case, no query, no slash at the end. The path of the
 * service's API comes behind it, so an address that has it already loses it; the path of a page does not belong to it either.
 */
export function pageAt(typed: string): Page {
  const { origin, pathname } = new URL(typed);
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  const { before = '', project, environment } = pagePath.exec(path)?.groups ?? {};
  if (project === undefined || environment === undefined) return { baseUrl: origin + path.replace(/\/api$/, '') };
  return { baseUrl: origin + before, project: decoded(project), environment: decoded(environment) };
}

/** The list of an environment's toggles, or the page of one. */
const pagePath = /^(?<before>.*)\/(?<project>[^/]+)\/(?<environment>[^/]+)\/(?:toggles|[^/]+\/targeting)$/;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What a person types of an address, with the scheme that they left out. */
export function withScheme(typed: string): string {
  if (/^[a-z][a-z+.-]*:\/\//i.test(typed)) return typed;
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?![^:/])/i.test(typed) ? `http://${typed}` : `https://${typed}`;
}

export function baseUrlProblem(typed: string): string | undefined {
  const target = { baseUrl: typed, project: 'p', environment: 'e', environmentKey: 'e', toggle: 't', protected: false };
  return targetUrl(target) === undefined
    ? t(
        'Use https://, or http:// for this machine only (localhost, 127.0.0.1, [::1]), without a user name, a password, "?" and "#".',
      )
    : undefined;
}

/** Names of environments as people type them, with commas between them, each once. */
export function environmentsIn(typed: string): readonly string[] {
  const names = typed.normalize().split(',');
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

export function environmentsProblem(typed: string): string | undefined {
  const names = environmentsIn(typed);
  if (names.length === 0) return t('Type the key of an environment.');
  return names.some((name) => name.includes('/')) ? t('Without "/".') : undefined;
}

/** Whether a name is that of an environment which many people use. */
export function soundsLikeProduction(name: string): boolean {
  return /^(?:prod|production|online|live|release)$/i.test(name);
}
