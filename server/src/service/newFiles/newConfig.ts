/** Builds the text of a new targeting.config.json from user input. */
import { t } from '../../core/t.js';
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

export interface Page {
  readonly baseUrl: string;
  /** Keys of the project and environment, if the address leads to a FeatureProbe page. */
  readonly project?: string;
  readonly environment?: string;
}

/** Reads a typed address. Drops query, fragment, page path and API path, to make a base URL that the config allows. */
export function pageAt(typed: string): Page {
  const { origin, pathname } = new URL(withScheme(typed));
  const path = pathname.replace(/(?<!\/)\/+$/, '').replace(otherPage, '');
  const { before = '', project, environment } = pagePath.exec(path)?.groups ?? {};
  if (project === undefined || environment === undefined) return { baseUrl: origin + path.replace(/\/api$/, '') };
  return { baseUrl: origin + before, project: decoded(project), environment: decoded(environment) };
}

/** Path patterns for the pages of a toggle, of segments, and of an environment. */
const [ofToggle, ofSegments, ofEnvironment] = [
  String.raw`[^/]+/(?:targeting|statistics|analysis|get-started|connect-sdk|track-event)`,
  String.raw`segments(?:/new|/[^/]+/[^/]+)?`,
  'toggles|settings|event-tracker',
];
const pagePath = new RegExp(
  `^(?<before>.*)/(?<project>[^/]+)/(?<environment>[^/]+)/(?:${ofToggle}|${ofSegments}|${ofEnvironment})$`,
);
const otherPage =
  /\/(?:projects|login|approvals\/[^/]+|user\/(?:profile|tokens)|settings\/(?:members|profile|tokens|webhooks\/list))$/;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function withScheme(typed: string): string {
  if (/^[a-z][a-z+.-]*:\/\//i.test(typed)) return typed;
  return thisMachine.test(typed) ? `http://${typed}` : `https://${typed}`;
}

const thisMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])(?![^:/?#])/i;

export function baseUrlProblem(typed: string): string | undefined {
  // An access token pasted here would otherwise be looked up as a host name.
  if (/^(?:api|server|client)-/i.test(typed) || !(/:\/\/|\./.test(typed) || thisMachine.test(typed)))
    return t('Type an address that begins with https://, not an access token.');
  const [baseUrl = ''] = withScheme(typed).split(/[?#]/, 1);
  const target = { baseUrl, project: 'p', environment: 'e', environmentKey: 'e', toggle: 't', protected: false };
  return targetUrl(target) === undefined
    ? t(
        'Use https://, or http:// for this machine only (localhost, 127.0.0.1, [::1]), without a user name and a password.',
      )
    : undefined;
}

export function environmentsIn(typed: string): readonly string[] {
  const names = typed.normalize().split(',');
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

export function environmentsProblem(typed: string): string | undefined {
  const names = environmentsIn(typed);
  if (names.length === 0) return t('Type the key of an environment.');
  return names.some((name) => name.includes('/')) ? t('A key cannot contain "/".') : undefined;
}

export function soundsLikeProduction(name: string): boolean {
  return /^(?:prod|production|online|live|release)$/i.test(name);
}
