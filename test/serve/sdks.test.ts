/** Tests the official JavaScript SDKs against a served environment. */
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

describe.each(applications)('the SDK $sdk', (application) => {
  it('returns the values recorded with the real service', async () => {
    const { differences, recorded: count } = await compared(application, recorded());
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(60);
  });

  it('returns the values of the evaluator for random toggles', async () => {
    const { differences, equal } = await compared(application, [madeUp({ seed: 38, cases: 60, users: 8 })]);
    expect(differences).toEqual([]);
    expect(equal).toBeGreaterThan(300);
  });

  it('returns values of inferred types if types are unknown', async () => {
    const { differences, equal } = await compared(application, [madeUp({ seed: 39, cases: 40, users: 4 }, true)]);
    expect(differences).toEqual([]);
    expect(equal).toBeGreaterThan(80);
  });

  it('reports its evaluations and users', async () => {
    const { ours, theirs } = await reportsOf(application);
    expect(theirs).toEqual(ours);
  });

  it('returns a new value immediately, long before its next poll', async () => {
    await expectChange(application);
  });
});
