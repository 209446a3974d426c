/** Tests all official SDKs against served environments: in a real browser, or in programs built by builtPrograms.ts. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compared } from './against.js';
import type { Application, Sdk } from './applications.js';
import { sdks, startProgram } from './applications.js';
import { programs } from './builtPrograms.js';
import { startPage } from './chromium.js';
import { reportsOf } from './reports.js';
import { expectChange } from './change.js';
import { madeUp, recorded } from './served.js';

const start: Readonly<Record<Sdk, () => Application | Promise<Application>>> = {
  ...programs,
  node: () => startProgram('node', process.execPath, join(import.meta.dirname, 'applications/javascript/node.mjs')),
  client: startPage,
};

describe.each(sdks)('the SDK %s', { timeout: 3_600_000 }, (sdk) => {
  it('returns the recorded and evaluated values for 4,000 pairs of toggle and user', async () => {
    const application = await start[sdk]();
    const made = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => madeUp({ seed, cases: 80, users: 10 }));
    const counts = await compared(application, [...recorded(), ...made]);
    const inferred = await compared(application, [madeUp({ seed: 39, cases: 80, users: 10 }, true)]);
    await application.end();
    process.stdout.write(`${JSON.stringify({ sdk, counts, inferred })}\n`);
    expect([...counts.differences, ...inferred.differences]).toEqual([]);
    expect(counts.pairs).toBeGreaterThanOrEqual(4_000);
  });

  it('reports its evaluations and users', async () => {
    const application = await start[sdk]();
    const { ours, theirs } = await reportsOf(application);
    await application.end();
    expect(theirs).toEqual(ours);
  });

  it('returns a new value immediately, long before its next poll', async () => {
    const application = await start[sdk]();
    await expectChange(application);
    await application.end();
  });
});
