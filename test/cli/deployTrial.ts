/** Runs the command line in a Git repository against a local service; with HTTPS, the process gets its authority. */
import { onTestFinished } from 'vitest';
import { tokenVariable } from '../../server/src/cli/deploy/access.js';
import { fileOf, makeAuthority } from '../push/service/certificates.js';
import type { Seed } from '../service/seed.js';
import type { Service, ServiceOptions } from '../service/service.js';
import { startService } from '../service/service.js';
import type { CommandLineTrial, Outcome, RunOptions } from '../support/commandLine.js';
import { commandLineTrial, commitAll, gitIn } from '../support/commandLine.js';
import * as plain from '../support/targeting.js';

/** The access token; it must never be printed or written. */
export const canary = 'api-canary-7f3a';

export const variations = plain.variations.map((each) => ({ ...each, description: '' }));

export const contentOf = (change: object = {}) => plain.contentOf({ variations, ...change });

export function textOf(content: object = {}, more: object = {}): string {
  return JSON.stringify({ comment: 'From CI', disabled: false, content: contentOf(content), ...more }, undefined, 2);
}

export interface DeployTrial {
  readonly folder: CommandLineTrial;
  readonly service: Service;
  /** Runs with the token unless `environment` overrides it. */
  readonly run: (args: readonly string[], environment?: RunOptions['environment']) => Promise<Outcome>;
  readonly environment: Readonly<Record<string, string>>;
  readonly git: (...args: readonly string[]) => string;
  readonly serves: (environment: string, toggle: string) => unknown;
  readonly sent: () => readonly string[];
}

interface Wanted {
  readonly keys?: readonly string[];
  /** By environment: its entry in targeting.config.json. */
  readonly environments?: Readonly<Record<string, object>>;
  /** The environments that require approval at the service. */
  readonly approval?: readonly string[];
  readonly archived?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** HTTPS. Each run is then a process, as Node.js reads the certificate authorities only once. */
  readonly isSecure?: boolean;
  /** The service's name in certificate and config, reachable only through a proxy. */
  readonly host?: string;
  readonly config?: object;
  readonly answer?: ServiceOptions['answer'];
  readonly seed?: Partial<Seed>;
}

const api = 'featureprobe';

export async function deployTrial(wanted: Wanted = {}): Promise<DeployTrial> {
  const { keys = ['checkout'], approval = [], archived = [], files = {}, answer, host } = wanted;
  const { isSecure = host !== undefined } = wanted;
  const environments = wanted.environments ?? { dev: { api }, online: { api, protected: true } };
  const authority = isSecure ? await makeAuthority() : undefined;
  const targetings = () => Object.fromEntries(keys.map((key) => [key, { disabled: false, content: contentOf() }]));
  const service = await startService({
    ...(authority && { tls: await authority.issue({ host: host ?? '127.0.0.1' }) }),
    seed: {
      tokens: [
        { token: canary, account: 'ci' },
        { token: 'api-bob', account: 'bob' },
      ],
      projects: {
        Shop: {
          toggles: Object.fromEntries(keys.map((key) => [key, { variations, archived: archived.includes(key) }])),
          environments: Object.fromEntries(
            Object.keys(environments).map((name) => [
              name,
              {
                ...(approval.includes(name) && { enableApproval: true, reviewers: ['rob'] }),
                targetings: targetings(),
              },
            ]),
          ),
        },
      },
      ...wanted.seed,
    },
    ...(answer && { answer }),
  });
  const baseUrl = host === undefined ? service.url : `https://${host}`;
  const folder = commandLineTrial({
    'targeting.config.json': JSON.stringify({
      ...{ baseUrl, project: 'Shop', files: '{environment}/{toggle}.targeting.json', environments },
      ...wanted.config,
    }),
    ...files,
  });
  onTestFinished(async () => {
    await service.close();
    folder.dispose();
  });
  commitAll(folder);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    ...(authority && { NODE_EXTRA_CA_CERTS: fileOf(authority) }),
    [tokenVariable(baseUrl)]: canary,
  };
  return {
    ...{ folder, service, environment },
    git: (...args) => gitIn(folder, ...args),
    run: async (args, more = {}) => {
      const outcome = await folder[isSecure ? 'spawned' : 'run'](args, { environment: { ...environment, ...more } });
      if (`${outcome.stdout}${outcome.stderr}`.includes(canary)) throw new Error('The token was printed.');
      return outcome;
    },
    serves: (name, toggle) => service.targeting('Shop', name, toggle).content.defaultServe,
    sent: () =>
      service.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
  };
}

export function bobPushes(trial: DeployTrial, toggle: string, content: object, name = 'online'): Promise<void> {
  return bobPatches(trial, toggle, { content }, name);
}

export function bobSubmits(trial: DeployTrial, toggle: string, name = 'online'): Promise<void> {
  return bobSends(trial, `${name}/toggles/${toggle}/targeting/approval`, 'POST', {
    disabled: true,
    content: contentOf(),
  });
}

export function bobPatches(trial: DeployTrial, toggle: string, change: object, name = 'online'): Promise<void> {
  return bobSends(trial, `${name}/toggles/${toggle}/targeting`, 'PATCH', change);
}

async function bobSends({ service }: DeployTrial, path: string, method: string, body: object): Promise<void> {
  const url = `${service.url}/api/projects/Shop/environments/${path}`;
  const headers = { authorization: 'api-bob', 'content-type': 'application/json' };
  const { status } = await fetch(url, { method, headers, body: JSON.stringify({ comment: 'by bob', ...body }) });
  if (status !== 200) throw new Error(`bob: ${status}`);
}
