/** Compares the evaluations that an application reports with its values. */
import { expect } from 'vitest';
import type { LocalServer } from '../../server/src/serve/contract.js';
import { questionOf, serve } from './against.js';
import type { Application } from './applications.js';
import type { Given, Served } from './served.js';
import { madeUp } from './served.js';

interface Reports {
  readonly evaluations: readonly string[];
  readonly users: readonly string[];
}

/** Asks for all toggles for all users once. @returns the expected reports (`ours`) and the received ones (`theirs`) */
export async function reportsOf(
  application: Application,
): Promise<{ readonly ours: Reports; readonly theirs: Reports }> {
  const all = madeUp({ seed: 7, cases: 60, users: 6 });
  const served = { ...all, toggles: all.toggles.filter((toggle) => isReported(toggle, all, application)) };
  const server = await serve(served.local, application);
  await application.answer(questionOf(served, server.url, 1));
  const ours = expected(served, application);
  // SDKs send reports when they have a handful, or after some seconds.
  await expect.poll(() => timesIn(server, served), { timeout: 60_000 }).toBe(times(served, application));
  const theirs = reported(server, served);
  await server.close();
  return { ours, theirs };
}

/** Without a served variation, SDKs report nothing or in their own way. So does Python for a last variation that it falls back to. */
function isReported({ given }: Served['toggles'][number], { users }: Served, { sdk }: Application): boolean {
  return users.every((user) => [sdk, 'rust' as const].every((each) => given(each, user).variation !== undefined));
}

/** Booleans are requested with both defaults, unless calls have no type. */
function callsOf({ returnType }: Served['toggles'][number], { sdk }: Application): number {
  return returnType === 'boolean' && sdk !== 'python' ? 2 : 1;
}

function times({ toggles, users }: Served, application: Application): number {
  return toggles.reduce((sum, toggle) => sum + users.length * callsOf(toggle, application), 0);
}

function timesIn({ tally }: LocalServer, { toggles }: Served): number {
  return toggles.reduce((sum, { key }) => sum + (tally.asked(key)?.times ?? 0), 0);
}

function expected({ toggles, users }: Served, application: Application): Reports {
  const { sdk } = application;
  const evaluations = toggles.flatMap((toggle) => {
    const sums = new Map<string, number>();
    for (const user of users) {
      const text = textOf(toggle.given(sdk, user));
      sums.set(text, (sums.get(text) ?? 0) + callsOf(toggle, application));
    }
    return Array.from(sums, ([text, sum]) => `${toggle.key}: ${text}, ${sum} times`);
  });
  const values = users.map(({ key, attributes }) => {
    const given = toggles.map((toggle) => `${toggle.key}: ${textOf(toggle.given(sdk, { key, attributes }))}`);
    // The Rust SDK does not report attributes.
    return userText(key, sdk === 'rust' ? [] : Object.entries(attributes), given);
  });
  return { evaluations: evaluations.sort(), users: values.sort() };
}

function reported({ tally }: LocalServer, { toggles }: Served): Reports {
  const evaluations = toggles.flatMap(({ key }) =>
    (tally.asked(key)?.served ?? []).map((each) => `${key}: ${textOf(each)}, ${each.times} times`),
  );
  const users = tally.users().map(({ key, attributes, values }) =>
    userText(
      key,
      [...attributes],
      Array.from(values, ([toggle, value]) => `${toggle}: ${textOf(value)}`),
    ),
  );
  return { evaluations: evaluations.sort(), users: users.sort() };
}

function textOf({ rule, variation }: Pick<Given, 'rule' | 'variation'>): string {
  return `variation ${variation} by ${rule === undefined ? 'no rule' : `rule ${rule}`}`;
}

function userText(key: string, attributes: readonly (readonly [string, string])[], values: readonly string[]): string {
  return JSON.stringify([key, Object.fromEntries([...attributes].sort()), [...values].sort()]);
}
