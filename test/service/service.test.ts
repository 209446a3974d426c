/** Tests what only the embedded service promises; contract.test.ts tests what service.md says. */
import { expect, test } from 'vitest';
import { demoSeed } from './seed.js';
import { dev, get, patch, startTrial } from './trial.js';

test('Versions of the same second are listed oldest first, which exposes clients that rely on order', async () => {
  const service = await startTrial({ now: () => new Date(0) });
  for (const disabled of [false, true]) await patch(service, dev, { disabled });
  const numbers = { content: [{ version: 1 }, { version: 2 }, { version: 3 }] };
  expect((await get(service, `${dev}/versions`)).body).toMatchObject(numbers);
});

test('Prerequisites may form a chain of at most twenty toggles', async () => {
  const keys = Array.from({ length: 21 }, (_, index) => `c${index}`);
  const toggles = Object.fromEntries(keys.map((key) => [key, { variations: [] }]));
  const tokens = [{ token: 'api-full', account: 'anna' }];
  const service = await startTrial({ seed: { tokens, projects: { P: { toggles, environments: { dev: {} } } } } });
  const statuses: number[] = [];
  for (const [index, key] of keys.slice(0, -1).entries()) {
    const prerequisites = [{ key, value: 'true', type: 'boolean' }];
    const path = `/api/projects/P/environments/dev/toggles/c${index + 1}/targeting`;
    statuses.push((await patch(service, path, { content: { prerequisites } })).status);
  }
  expect(statuses).toEqual([...Array<number>(19).fill(200), 400]);
});

test('The page shows the demo toggles, reloads itself, runs no script, and is only on loopback', async () => {
  const service = await startTrial({ seed: demoSeed });
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const path = '/api/projects/My_Project/environments/dev/toggles/dark_mode/targeting';
  await patch(service, path, { disabled: false, comment: '<script>' }, { Authorization: 'api-demo-token' });
  const page = await (await fetch(service.url)).text();
  for (const shown of ['checkout', 'new_search', 'dark_mode', 'Version 2', '&lt;script&gt;', 'http-equiv="refresh"'])
    expect(page).toContain(shown);
  expect(page).not.toMatch(/<script|api-demo-token/);
});
