/** One toggle in one environment of a server under contract, and the requests about it. */
import { expect } from 'vitest';
import type { Reply } from '../trial.js';
import { ask, type Asked } from './ask.js';

export interface Server {
  readonly url: string;
  readonly token: string;
  readonly project: string;
  /** Requires no approval. */
  readonly environment: string;
  readonly approvalEnvironment: string;
  /** The token of a reviewer of `approvalEnvironment`, who owns nothing. */
  readonly colleague: string;
  readonly makeToggle: () => Promise<string>;
  readonly archivedToggle: () => Promise<string>;
  /** Resolves when the clock of the server shows another second. */
  readonly nextSecond: () => Promise<void>;
}

export interface Place {
  readonly environment: string;
  readonly toggle: string;
}

export interface Subject extends Place {
  readonly server: Server;
  /** @param path below the project, such as "/toggles?environmentKey=dev" */
  readonly project: (path: string, asked?: Asked) => Promise<Reply>;
  /** @param path below the targeting, such as "/diff" */
  readonly send: (path: string, asked?: Asked) => Promise<Reply>;
  readonly get: () => Promise<Reply>;
  readonly patch: (body: unknown) => Promise<Reply>;
  readonly versions: (query?: string) => Promise<Reply>;
  readonly submit: (body: unknown) => Promise<Reply>;
  readonly decide: (status: string, comment?: string) => Promise<Reply>;
  readonly publish: () => Promise<Reply>;
  readonly withdraw: (body: unknown) => Promise<Reply>;
  readonly as: (token: string) => Subject;
  readonly in: (environment: string) => Subject;
  readonly of: (toggle: string) => Subject;
}

export function subjectOf(server: Server, place: Place, token = server.token): Subject {
  const base = `${server.url}/api/projects/${encodeURIComponent(server.project)}`;
  const path = `/environments/${encodeURIComponent(place.environment)}/toggles/${encodeURIComponent(place.toggle)}`;
  const project = (below: string, asked: Asked = {}): Promise<Reply> => ask(base + below, token, asked);
  const send = (below: string, asked?: Asked): Promise<Reply> => project(`${path}/targeting${below}`, asked);
  const patch = (below: string, body: unknown): Promise<Reply> => send(below, { method: 'PATCH', body });
  return {
    ...place,
    server,
    project,
    send,
    get: () => send(''),
    patch: (body) => patch('', body),
    versions: (query = '') => send(`/versions${query}`),
    submit: (body) => send('/approval', { method: 'POST', body }),
    decide: (status, comment) => patch('/approvalStatus', { status, comment }),
    publish: () => send('/sketch/publish', { method: 'PATCH' }),
    withdraw: (body) => patch('/sketch/cancel', body),
    as: (other) => subjectOf(server, place, other),
    in: (environment) => subjectOf(server, { ...place, environment }, token),
    of: (toggle) => subjectOf(server, { ...place, toggle }, token),
  };
}

export const rule = (name: string): object => ({
  name,
  serve: { select: 0 },
  conditions: [{ type: 'string', subject: 'user', predicate: 'is one of', objects: ['nobody'] }],
});

export const conditionOf = (condition: object): object => ({
  content: { rules: [{ name: 'r', serve: { select: 0 }, conditions: [condition] }] },
});

export function field(answer: Reply, name: string): unknown {
  expect(answer.body).toBeTypeOf('object');
  return Object.entries(answer.body ?? {}).find(([key]) => key === name)?.[1];
}

/** The list called `content`, as in a page. */
export function listed(answer: Reply): readonly Readonly<Record<string, unknown>>[] {
  const list = field(answer, 'content');
  expect(list).toBeInstanceOf(Array);
  return list as readonly Readonly<Record<string, unknown>>[];
}

export const text = expect.any(String) as unknown;
export const wholeSecond = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000\+08:00$/) as unknown;

/** Spring's own answer, which has no code and no message. */
export function springs(status: number, error: string): object {
  const path = expect.stringContaining('/api/projects/') as unknown;
  return { status, body: { timestamp: text, status, error, path } };
}

export const unforeseen = springs(500, 'Internal Server Error');
export const unreadable = springs(400, 'Bad Request');
export const invalid = { status: 400, body: { code: 'invalid_request', message: text } };
export function missing(message: string): object {
  return { status: 400, body: { code: 'not_found', message } };
}

/** Success with an empty body: nothing was done. */
export const nothing = { status: 200, body: '' };
