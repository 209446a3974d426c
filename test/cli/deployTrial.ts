/** The command line in a Git repository, and a service on this machine; where it is one over HTTPS, a process is told its authority. */
import { onTestFinished } from 'vitest';
import { tokenVariable } from '../../server/src/cli/deploy/access.js';
import { fileOf, makeAuthority } from '../push/service/certificates.js';
import type { Seed } from '../service/seed.js';
import type { Service, ServiceOptions } from '../service/service.js';
import { startService } from '../service/service.js';
import type { CommandLineTrial, Outcome, RunOptions } from '../support/commandLine.js';
import { commandLineTrial, commitAll, gitIn } from '../support/commandLine.js';
import * as plain from '../support/targeting.js';

/** Nothing that is printed or written may have it. */
export const canary = 'api-canary-7f3a';

export const variations = plain.variations.map((each) => ({ ...each, description: '' }));

export const contentOf = (change: object = {}) => plain.contentOf({ variations, ...change });

/** A file that says it. */
export function textOf(content: object = {}, more: object = {}): string {
  return JSON.stringify({ comment: 'From CI', disabled: false, content: contentOf(content), ...more }, undefined, 2);
}

export interface DeployTrial {
  readonly folder: CommandLineTrial;
  readonly service: Service;
  /** With the token, unless it is said otherwise. */
  readonly run: (args: readonly string[], environment?: RunOptions['environment']) => Promise<Outcome>;
  readonly environment: Readonly<Record<string, string>>;
  readonly git: (...args: readonly string[]) => string;
  readonly serves: (environment: string, toggle: string) => unknown;
  /** The requests that arrived, without those that only read. */
  readonly sent: () => readonly string[];
}

interface Wanted {
  readonly keys?: readonly string[];
  /** By environment, what targeting.config.json says of it. */
  readonly environments?: Readonly<Record<string, object>>;
  /** By environment, what the service has it be. */
  readonly approval?: readonly string[];
  /** Keys. */
  readonly archived?: readonly string[];
  /** By path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Node.js reads the authorities of the environment once, so each run is a process. */
  readonly isSecure?: boolean;
  /** The name that the service has in its certificate and in the config, which only a proxy leads to. */
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

/** Someone else pushes. */
export function bobPushes(trial: DeployTrial, toggle: string, content: object, name = 'online'): Promise<void> {
  return bobPatches(trial, toggle, { content }, name);
}

/** Someone else asks for approval of a change. */
export function bobSubmits(trial: DeployTrial, toggle: string, name = 'online'): Promise<void> {
  return bobSends(trial, `${name}/toggles/${toggle}/targeting/approval`, 'POST', {
    disabled: true,
    content: contentOf(),
  });
}

/** Someone else sends what makes another version, or none. */
export function bobPatches(trial: DeployTrial, toggle: string, change: object, name = 'online'): Promise<void> {
  return bobSends(trial, `${name}/toggles/${toggle}/targeting`, 'PATCH', change);
}

async function bobSends({ service }: DeployTrial, path: string, method: string, body: object): Promise<void> {
  const url = `${service.url}/api/projects/Shop/environments/${path}`;
  const headers = { authorization: 'api-bob', 'content-type': 'application/json' };
  const { status } = await fetch(url, { method, headers, body: JSON.stringify({ comment: 'by bob', ...body }) });
  if (status !== 200) throw new Error(`bob: ${status}`);
}
