/**
 * What contract.test.ts holds to service.md: one toggle of the embedded service, made anew for each point, or one of a real
 * server, which has afterwards what it had before. Deliberately the global fetch and no product code.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { Reply } from './trial.js';
import { parsed, startTrial } from './trial.js';

/** One toggle in one environment. */
export interface Subject {
  readonly get: () => Promise<Reply>;
  readonly patch: (body: object) => Promise<Reply>;
  readonly versions: (index: number, size: number) => Promise<Reply>;
  readonly submit: (body: object) => Promise<Reply>;
  readonly as: (token: string) => Subject;
  /** The same toggle in another environment, or another one. */
  readonly elsewhere: (place: Partial<Place>) => Subject;
}

export interface State {
  readonly disabled: boolean;
  readonly content: Readonly<Record<string, unknown>>;
  readonly version: number;
}

interface Place {
  readonly project: string;
  readonly environment: string;
  readonly toggle: string;
}

/** What some points need of a real server, beside the toggle; the embedded service has it all. */
const optional = {
  APPROVAL_ENVIRONMENT: 'online',
  FRESH_TOGGLE: 'U',
  LEAVE_PENDING: 'yes',
};
export type Need = keyof typeof optional;

const given = (name: string): string | undefined => process.env[`TARGETING_CONTRACT_${name}`];
const real = given('URL');

/** A test of one point. On a real server that lacks what it needs, it is left out, and said to be. */
export function point(
  name: string,
  run: (subject: Subject, has: (need: Need) => string) => Promise<void>,
  ...needs: readonly Need[]
): void {
  const missing = real === undefined ? [] : needs.filter((need) => given(need) === undefined);
  if (missing.length > 0) {
    console.log(`Left out, for want of TARGETING_CONTRACT_${missing.join(', _')}: ${name}`);
    return;
  }
  test(name, async () => {
    const embedded = real === undefined;
    const url = embedded ? (await startTrial()).url : real.replace(/\/+$/, '');
    const has = (need: Need): string => (embedded ? optional[need] : (given(need) ?? ''));
    const place = embedded
      ? { project: 'P', environment: 'dev', toggle: 'T' }
      : { project: needed('PROJECT'), environment: needed('ENVIRONMENT'), toggle: needed('TOGGLE') };
    await run(subjectAt(url, embedded ? 'api-full' : needed('TOKEN'), place), has);
  });
}

/** What is stored now, and put back when the test is over. */
export async function kept(subject: Subject): Promise<State> {
  const { status, body } = await subject.get();
  expect(status).toBe(200);
  const found = body as State;
  onTestFinished(async () => {
    const { disabled, content } = found;
    await subject.patch({ comment: 'Restored after a contract test', disabled, content });
    const [newest] = ((await subject.versions(0, 1)).body as { readonly content: readonly State[] }).content;
    expect(newest).toMatchObject({ disabled, content });
  });
  return found;
}

function needed(name: string): string {
  const value = given(name);
  if (value === undefined) throw new Error(`TARGETING_CONTRACT_URL needs TARGETING_CONTRACT_${name} beside it.`);
  return value;
}

function subjectAt(url: string, token: string, place: Place): Subject {
  const [project, environment, toggle] = [place.project, place.environment, place.toggle].map(encodeURIComponent);
  const path = `${url}/api/projects/${project}/environments/${environment}/toggles/${toggle}/targeting`;
  const send = async (below: string, method: string, body?: object): Promise<Reply> => {
    const headers = { Authorization: token, 'Content-Type': 'application/json', 'Accept-Language': 'en-US' };
    const response = await fetch(path + below, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: parsed(await response.text()) };
  };
  return {
    get: () => send('', 'GET'),
    patch: (body) => send('', 'PATCH', body),
    versions: (index, size) => send(`/versions?pageIndex=${index}&pageSize=${size}`, 'GET'),
    submit: (body) => send('/approval', 'POST', body),
    as: (other) => subjectAt(url, other, place),
    elsewhere: (other) => subjectAt(url, token, { ...place, ...other }),
  };
}
