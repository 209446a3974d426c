/** The toggle of a race, at the embedded service, or at the real one that test/service/contract.test.ts explains. */
import type { State } from '../../server/src/core/targeting/state/state.js';
import { asObject } from '../../server/src/core/targeting/state/state.js';
import type { Target } from '../../server/src/core/protocol.js';
import { realServer } from '../service/contract/point.js';
import { listed, subjectOf } from '../service/contract/subject.js';
import { seed, startTrial } from '../service/trial.js';
import { targetAt } from './pushTrial.js';

const names = ['anna', 'rob', 'wei'] as const;

export type Name = (typeof names)[number];

export interface RaceWorld {
  readonly target: Target;
  readonly tokens: Readonly<Record<Name, string>>;
  /** Oldest first. */
  readonly versions: () => Promise<readonly Stored[]>;
}

export interface Stored {
  readonly version: number;
  readonly state: State;
  readonly by: Name;
}

export function startRace(): Promise<RaceWorld> {
  const url = process.env['TARGETING_CONTRACT_URL'];
  return url === undefined ? embedded() : real(url);
}

export async function embedded(): Promise<RaceWorld> {
  const tokens = { anna: 'api-anna', rob: 'api-rob', wei: 'api-wei' };
  const accounts = Object.entries(tokens).map(([account, token]) => ({ token, account }));
  const service = await startTrial({ seed: { ...seed, tokens: accounts } });
  return {
    target: targetAt(service.url, { api: 'featureprobe' }),
    tokens,
    versions: () =>
      Promise.resolve(
        service
          .targeting('P', 'dev', 'T')
          .versions.toReversed()
          .map(({ version, createdBy, disabled, content }): Stored => ({
            ...{ version, by: names.find((name) => name === createdBy) ?? 'rob' },
            state: { disabled, content: { ...content } },
          })),
      ),
  };
}

async function real(url: string): Promise<RaceWorld> {
  const server = realServer(url);
  const { project, environment } = server;
  const toggle = await server.makeToggle();
  // There is no third person there.
  const tokens = { anna: server.token, rob: given('COLLEAGUE_TOKEN'), wei: '' };
  const { versions } = subjectOf(server, { environment, toggle });
  // The maker of the toggle owns the first token.
  const owner = listed(await versions('?pageIndex=0&pageSize=1'))[0]?.['createdBy'];
  return {
    target: targetAt(server.url, { project, environmentKey: environment, toggle, api: 'featureprobe' }),
    tokens,
    versions: async () =>
      listed(await versions('?pageIndex=0&pageSize=2000'))
        .map(({ version, createdBy, disabled, content }): Stored => ({
          ...{ version: Number(version), by: createdBy === owner ? 'anna' : 'rob' },
          state: { disabled: disabled === true, content: asObject(content) ?? {} },
        }))
        .sort((a, b) => a.version - b.version),
  };
}

function given(name: string): string {
  const value = process.env[`TARGETING_CONTRACT_${name}`];
  if (value === undefined) throw new Error(`TARGETING_CONTRACT_URL needs TARGETING_CONTRACT_${name} beside it.`);
  return value;
}
