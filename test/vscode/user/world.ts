/**
 * The service of a journey: the embedded one, or the real one that the variables of the contract test name (their meaning
 * stands in test/service/contract.test.ts), where toggles are made for the journey and archived after it.
 */
import { randomUUID } from 'node:crypto';
import { ask } from '../../service/contract/ask.js';
import type { Reply } from '../../service/trial.js';
import type { Seed } from '../../service/seed.js';
import { startService } from '../../service/service.js';

export interface World {
  readonly url: string;
  readonly token: string;
  /** Of a reviewer. */
  readonly colleague: string;
  readonly project: string;
  /** Two that require no approval, and one that does. */
  readonly environments: { readonly first: string; readonly second: string; readonly reviewed: string };
  /** Three boolean toggles that nobody else uses: off, on. */
  readonly toggles: readonly [string, string, string];
  readonly dispose: () => Promise<void>;
}

export const variations = [
  { value: 'false', name: 'off', description: '' },
  { value: 'true', name: 'on', description: '' },
];

export function startWorld(): Promise<World> {
  const url = process.env['TARGETING_CONTRACT_URL'];
  return url === undefined ? embedded() : real(url.replace(/\/+$/, ''));
}

/** @param path below the targeting of a toggle, such as "/versions" */
export function askAbout(
  world: World,
  { environment, toggle }: { readonly environment: string; readonly toggle: string },
  path: string,
  change?: { readonly body: object; readonly as: string },
): Promise<Reply> {
  const targeting = `${world.url}/api/projects/${world.project}/environments/${environment}/toggles/${toggle}/targeting`;
  return ask(targeting + path, change?.as ?? world.token, change === undefined ? {} : { method: 'PATCH', ...change });
}

async function embedded(): Promise<World> {
  const toggles = ['search', 'banner', 'checkout'] as const;
  const [token, colleague] = ['api-canary-7f3a91c2', 'api-rob'];
  const seed: Seed = {
    tokens: [
      { token, account: 'anna' },
      { token: colleague, account: 'rob', role: 'WRITER' },
    ],
    projects: {
      P: {
        toggles: Object.fromEntries(toggles.map((toggle) => [toggle, { variations }])),
        environments: { dev: {}, staging: {}, online: { enableApproval: true, reviewers: ['anna', 'rob'] } },
      },
    },
  };
  const service = await startService({ seed });
  const environments = { first: 'dev', second: 'staging', reviewed: 'online' };
  return { url: service.url, token, colleague, project: 'P', environments, toggles, dispose: () => service.close() };
}

async function real(url: string): Promise<World> {
  const [token, colleague, project] = [given('TOKEN'), given('COLLEAGUE_TOKEN'), given('PROJECT')];
  const all = `${url}/api/projects/${project}/toggles`;
  const make = async (): Promise<string> => {
    const key = `journey_${randomUUID().slice(0, 8)}`;
    const shape = { returnType: 'boolean', variations, disabledServe: 0, clientAvailability: true, permanent: false };
    const body = { name: key, key, desc: '', tags: [], ...shape };
    const { status } = await ask(all, token, { method: 'POST', body });
    if (status !== 200) throw new Error(`No toggle could be made: ${status}`);
    return key;
  };
  const toggles = [await make(), await make(), await make()] as const;
  const environments = {
    first: given('ENVIRONMENT'),
    second: given('SECOND_ENVIRONMENT'),
    reviewed: given('APPROVAL_ENVIRONMENT'),
  };
  const dispose = async (): Promise<void> => {
    for (const key of toggles) await ask(`${all}/${key}/offline`, token, { method: 'PATCH' });
  };
  return { url, token, colleague, project, environments, toggles, dispose };
}

function given(name: string): string {
  const value = process.env[`TARGETING_CONTRACT_${name}`];
  if (value === undefined) throw new Error(`TARGETING_CONTRACT_URL needs TARGETING_CONTRACT_${name} beside it.`);
  return value;
}
