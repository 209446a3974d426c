/** Tests the environments that a question offers, their order and their descriptions. */
import { expect, test } from 'vitest';
import type { Target } from '../../../server/src/core/protocol.js';
import { environmentList } from '../../../server/src/service/words/environmentPicks.js';

const at = (environment: string, changes: Partial<Target> = {}): Target => ({
  ...{ baseUrl: 'https://toggles.example.com', project: 'Storefront', environment, environmentKey: environment },
  ...{ toggle: 'checkout', protected: false, ...changes },
});
const [dev, staging, online] = [at('dev'), at('staging'), at('online', { protected: true })];

function listed(targets: readonly Target[], last?: Target): readonly string[] {
  const { rows, address } = environmentList(targets, (target) => target === last);
  const lines = rows.map(({ target, isLast, description }) =>
    [target.environment, ...(description === '' ? [] : [description]), ...(isLast ? ['last'] : [])].join(' | '),
  );
  return [address ?? '', ...lines];
}

test('The environment that was used last for the file comes first', () => {
  expect(listed([dev, staging, online], staging)).toEqual([
    'Storefront on toggles.example.com',
    'staging | last',
    'dev',
    'online | protected',
  ]);
});

test('A protected environment keeps its position, so pressing Enter alone does not choose it', () => {
  expect(listed([dev, staging, online], online).slice(1)).toEqual(['dev', 'staging', 'online | protected | last']);
});

test.each([
  ['project', { project: 'Warehouse' }, 'Warehouse on toggles.example.com'],
  ['host', { baseUrl: 'https://other.example.com' }, 'Storefront on other.example.com'],
])('Each row shows its address if the environments differ in the %s', (_, changes, address) => {
  expect(listed([dev, at('online', { protected: true, ...changes })])).toEqual([
    '',
    'dev | Storefront on toggles.example.com',
    `online | ${address} · protected`,
  ]);
});
