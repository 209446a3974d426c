/** Applications with the official SDKs of JavaScript, which connect to a served environment as they would to the service. */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compared } from './against.js';
import { startProgram } from './applications.js';
import { expectChange } from './change.js';
import { reportsOf } from './reports.js';
import { madeUp, recorded } from './served.js';

const program = (name: string) => join(import.meta.dirname, 'applications/javascript', `${name}.mjs`);
const applications = (['node', 'client'] as const).map((sdk) => startProgram(sdk, process.execPath, program(sdk)));

afterAll(async () => {
  await Promise.all(applications.map(({ end }) => end()));
});

describe.each(applications)('The SDK $sdk', (application) => {
  it('gives users what was recorded with the real service', async () => {
    const { differences, recorded: count } = await compared(application, recorded());
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(60);
  });

  it('gives users of made-up toggles what the evaluator says', async () => {
    const { differences, equal } = await compared(application, [madeUp({ seed: 38, cases: 60, users: 8 })]);
    expect(differences).toEqual([]);
    expect(equal).toBeGreaterThan(300);
  });

  it('gives values of the types that are inferred where nobody says them', async () => {
    const { differences, equal } = await compared(application, [madeUp({ seed: 39, cases: 40, users: 4 }, true)]);
    expect(differences).toEqual([]);
    expect(equal).toBeGreaterThan(80);
  });

  it('reports what it gave to whom', async () => {
    const { ours, theirs } = await reportsOf(application);
    expect(theirs).toEqual(ours);
  });

  it('gives a new value at once, long before it asks again', async () => {
    await expectChange(application);
  });
});
