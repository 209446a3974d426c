/**
 * Without `api` in an environment, nothing is known of its service but the documented PATCH (service.md A): nothing else is
 * ever sent, whatever comes of it. Where the last tests fail, a request has found another way out: send it through requests.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Remembered } from '../../server/src/service/push/memory.js';
import type { FilePushPorts } from '../../server/src/service/push/pushFile.js';
import type { PushResult } from '../../server/src/service/push/push.js';
import { pushFile } from '../../server/src/service/push/pushFile.js';
import { tell } from '../../server/src/service/http/describe.js';
import { exchange } from '../../server/src/service/http/request.js';
import { projectOf } from '../../server/src/service/http/project.js';
import type { Service } from '../../server/src/service/http/service.js';
import { serviceOf } from '../../server/src/service/http/service.js';
import type { Risk } from '../../server/src/service/push/risk.js';
import type { Check } from '../../server/src/core/protocol.js';
import type { Fault } from '../service/faults.js';
import { dev, startTrial } from '../service/trial.js';
import { impactOfStates } from '../support/impact.js';
import { withoutProxyVariables } from './proxyVariables.js';
import { plainNetwork, targetAt } from './pushTrial.js';

beforeEach(withoutProxyVariables);
afterEach(() => vi.unstubAllEnvs());

const plain = '{"comment":"c","disabled":false}';
const position = { line: 0, character: 0 };
const warning: Check['problems'][number] = { severity: 2, range: { start: position, end: position }, message: 'odd' };

interface Trial {
  readonly fault?: Fault;
  readonly protected?: boolean;
  readonly warnings?: Check['problems'];
  readonly body?: string;
  readonly remembered?: Remembered;
  readonly insists?: boolean;
  readonly says?: boolean;
  readonly token?: string | undefined;
  readonly timeoutSeconds?: number;
  /** The memory can be neither written nor deleted. */
  readonly isFull?: boolean;
}

interface Session {
  readonly result: PushResult;
  /** Method and path of everything that arrived. */
  readonly arrived: readonly string[];
  readonly memory: Remembered | undefined;
  /** Of the questions that were asked. */
  readonly risks: readonly Risk[];
}

/** A push by the real flow, sent by the real request; whoever would read the service fails. */
async function push(trial: Trial = {}): Promise<Session> {
  const { fault, timeoutSeconds = 30, says = true, warnings = [], insists = false } = trial;
  const body = trial.body ?? plain;
  const service = await startTrial({ answer: () => fault });
  const target = targetAt(service.url, { protected: trial.protected ?? false });
  const risks: Risk[] = [];
  let memory = trial.remembered;
  const ports: FilePushPorts = {
    trusted: true,
    save: () => Promise.resolve(true),
    version: () => 1,
    targets: () => Promise.resolve({ kind: 'found', configUri: 'file:///c', bound: true, targets: [target] }),
    check: () => Promise.resolve({ version: 1, problems: warnings, comment: 'c', body }),
    failing: () => Promise.resolve(null),
    impact: impactOfStates,
    createConfig: () => Promise.resolve(false),
    chooseTarget: ([first]) => Promise.resolve(first),
    askComment: () => Promise.resolve('c'),
    lastComment: () => undefined,
    commented: () => Promise.resolve(),
    show: (change) => (change.kind === 'read' ? never('what is live') : Promise.resolve()),
    release: () => Promise.resolve(),
    agree: () => Promise.resolve(),
    decide: (question) => {
      if (question.kind === 'read') never('a decision on what is live');
      risks.push(question.risk);
      return Promise.resolve(says ? 'push' : undefined);
    },
    token: () => Promise.resolve('token' in trial ? trial.token : 'api-full'),
    service: (_, url, token) =>
      serviceOf(target, url, (method, address, text) => {
        const wanted = { method, url: address, token, timeoutSeconds, network: plainNetwork };
        return exchange({ ...wanted, ...(text !== undefined && { body: text }) }, new AbortController().signal);
      }),
    remembered: () => Promise.resolve(memory),
    remember: (_, what) => {
      if (trial.isFull) return Promise.resolve(false);
      memory = what;
      return Promise.resolve(true);
    },
    now: () => 1000,
    whileSending: (_, push) => push(),
    recordOutcome: () => Promise.resolve(),
    recordSubmission: () => never('an approval'),
    reconcile: () => never('a merge'),
  };
  const result = await pushFile(ports, insists);
  return { result, arrived: service.requests.map(({ method, path: at }) => `${method} ${at}`), memory, risks };
}

function never(what: string): never {
  throw new Error(`The documented contract knows nothing of ${what}.`);
}

function respond(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Fault {
  return { kind: 'respond', status, body: text, headers };
}

const page = '<!doctype html><title>Sign in</title>';
const html = { 'Content-Type': 'text/html' };
const onlyPatch = [`PATCH ${dev}`];
const last: Remembered = { kind: 'pushed', body: '{"disabled":true}', time: 900 };
const equal: Remembered = { kind: 'pushed', body: '{ "disabled": false }', time: 900 };

describe('Nothing but one PATCH to the one path is sent', () => {
  const pushes: readonly (readonly [string, Trial, string])[] = [
    ['for a first push', {}, 'ok'],
    ['for a body that has changed', { remembered: last }, 'ok'],
    ['for an equal body when the person insists', { remembered: equal, insists: true }, 'ok'],
    ['into a protected environment', { protected: true, remembered: last }, 'ok'],
    ['with warnings', { warnings: [warning] }, 'ok'],
    ['when the answer is empty', { fault: respond(200, '') }, 'ok'],
    ['when the answer speaks of a conflict', { fault: respond(400, '{"code":"conflict","message":"m"}') }, 'rejected'],
    ['when the version is stale', { fault: respond(409, '{"code":"invalid_request","message":"m"}') }, 'rejected'],
    ['when the token is not accepted', { fault: respond(401, '{}') }, 'unauthorized'],
    ['when the service forbids it', { fault: respond(403, '{}') }, 'forbidden'],
    ['when nothing is found', { fault: respond(404, '{}') }, 'not-found'],
    ['when the service throttles', { fault: respond(429, '', { 'Retry-After': '0' }) }, 'throttled'],
    ['when the service fails', { fault: respond(500, '') }, 'service-error'],
    ['when a gateway gives up', { fault: respond(504, page, html) }, 'gateway-error'],
    ['when a login page answers', { fault: respond(200, page, html) }, 'web-page'],
    ['when the service redirects', { fault: respond(307, '', { Location: `${dev}/versions` }) }, 'redirected'],
    ['when a login page or a result is elsewhere', { fault: respond(302, '', { Location: '/login' }) }, 'see-other'],
    ['when the result is elsewhere', { fault: respond(303, '', { Location: '/done' }) }, 'see-other'],
    ['when the connection breaks', { fault: { kind: 'reset' } }, 'interrupted'],
    ['when no answer comes', { fault: { kind: 'hang' }, timeoutSeconds: 0.2 }, 'timed-out'],
  ];
  test.each(pushes)('%s', async (_, trial, kind) => {
    const { result, arrived, memory } = await push(trial);
    expect(arrived).toEqual(onlyPatch);
    expect(result).toMatchObject({ kind: 'outcome', outcome: { kind } });
    const isOpen = ['interrupted', 'timed-out', 'web-page', 'service-error', 'gateway-error', 'see-other'].includes(
      kind,
    );
    const { sentence } = result.kind === 'outcome' ? tell(result.outcome, result.target) : { sentence: '' };
    expect(sentence.includes('may or may not have been applied')).toBe(isOpen);
    expect(sentence.startsWith('Not pushed: ')).toBe(!isOpen && kind !== 'ok');
    const otherwise = isOpen ? { kind: 'sending', time: 1000 } : trial.remembered;
    expect(memory).toEqual(kind === 'ok' ? { kind: 'pushed', body: plain, time: 1000 } : otherwise);
  });
});

describe('Nothing at all is sent', () => {
  test('when the editor cannot store that an earlier push may no longer be live', async () => {
    const session = await push({ remembered: last, isFull: true });
    expect(session).toMatchObject({ arrived: [], memory: last });
    const { result } = session;
    expect(result).toMatchObject({ kind: 'outcome', outcome: { kind: 'stopped-here' } });
    const { sentence } = result.kind === 'outcome' ? tell(result.outcome, result.target) : { sentence: '' };
    expect(sentence).toBe(
      'Not pushed: the editor cannot write to its storage, where it records what is live before each push. The log says why.',
    );
  });

  const held: readonly (readonly [string, Trial, object])[] = [
    ['for an equal body', { remembered: equal }, { kind: 'unchanged', time: 900 }],
    ['when the person says no', { protected: true, says: false }, { kind: 'abandoned' }],
    ['without a token', { token: undefined }, { kind: 'abandoned' }],
    ['for a file with an error', { warnings: [{ ...warning, severity: 1 }] }, { kind: 'not-pushed' }],
  ];
  test.each(held)('%s', async (_, trial, result) => {
    const session = await push(trial);
    expect(session).toMatchObject({ result, arrived: [], memory: trial.remembered });
  });
});

describe('In a protected environment, the question knows what is at stake since the last push', () => {
  const says = (serve: object, disabled = false) =>
    JSON.stringify({ disabled, content: { defaultServe: serve, variations: [{ value: 'a' }, { value: 'b' }] } });
  const at = (body: string): Remembered => ({ kind: 'pushed', body, time: 900 });

  test.each([
    ['a toggle that is disabled', says({ select: 0 }, true), at(says({ select: 0 })), { disables: true, most: 10_000 }],
    ['other shares', says({ split: [4000, 6000] }), at(says({ select: 0 })), { disables: false, most: 6000 }],
    ['a first push, which may replace anything', says({ select: 0 }), undefined, { disables: false, most: 10_000 }],
    [
      'a push after one whose outcome is not known',
      says({ select: 0 }),
      { kind: 'sending', time: 900 },
      { disables: false, most: 10_000 },
    ],
  ] as const)('%s', async (_, body, remembered, { disables, most }) => {
    const { risks } = await push({ body, protected: true, ...(remembered && { remembered }) });
    expect(risks).toMatchObject([{ disables, impact: { most } }]);
  });
});

describe('In the client and the service room', () => {
  const root = path.join(import.meta.dirname, '../..');
  const sources = ['client/src', 'server/src/service'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => ({
        name: `${path.basename(folder).replace('src', 'client')}/${name.replaceAll('\\', '/')}`,
        code: readFileSync(path.join(root, folder, name), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, ''),
      })),
  );
  const filesWith = (pattern: RegExp) => sources.filter(({ code }) => pattern.test(code)).map(({ name }) => name);

  test('only three files of service/http import a library of the network', () => {
    expect(sources.length).toBeGreaterThan(30);
    const library = /from '(?:undici|(?:node:)?(?:https?|http2|net|dgram|tls|child_process|worker_threads))'/;
    // trust.ts asks tls for certificates.
    expect(filesWith(library)).toEqual([
      'service/http/dispatcher.ts',
      'service/http/request.ts',
      'service/http/trust.ts',
    ]);
    expect(filesWith(/\b(?:fetch|WebSocket|XMLHttpRequest|EventSource|sendBeacon|openExternal)\b/)).toEqual([]);
  });

  test('only client/src/requests.ts sends requests', () => {
    expect(filesWith(/\bexchange\(/).sort()).toEqual(['client/requests.ts', 'service/http/request.ts']);
  });

  test('only push/send.ts sends changes and requests for approval', () => {
    expect(filesWith(/\.patch\(|\.submit\(/)).toEqual(['service/push/send.ts']);
  });

  test('only these use other methods than PATCH', () => {
    expect(filesWith(/send\('(?!PATCH')/).sort()).toEqual([
      'service/http/project.ts',
      // A person who makes a config has just typed the address and the token.
      'service/http/projects.ts',
      'service/http/service.ts',
    ]);
    const methods = sources.flatMap(({ name, code }) =>
      [...code.matchAll(/\bmethod: '(\w+)'(?! \|)/g)].map(([, method]) => `${name} ${method ?? ''}`),
    );
    // It is asked whether an address answers that a person types, without a token.
    expect(methods.filter((method) => !method.endsWith(' PATCH'))).toEqual(['client/questions/createConfig.ts GET']);
  });

  test('an environment without "api" can be sent nothing but the PATCH', async () => {
    expect(filesWith(/\bserviceAt\(/)).toEqual(['service/http/service.ts']);
    const send = () => Promise.reject(new Error('sent'));
    const documented = targetAt('https://localhost');
    const { patch, ...others } = serviceOf(documented, new URL('https://localhost'), send);
    for (const request of requestsOf(others)) await expect(request()).rejects.toThrow('must not be read');
    await expect(patch('{}')).rejects.toThrow('sent');
    const readable = serviceOf({ ...documented, api: 'featureprobe' }, new URL('https://localhost'), send);
    for (const request of requestsOf(readable)) await expect(request()).rejects.toThrow('sent');
    expect(() => projectOf(documented, new URL('https://localhost'), send)).toThrow('must not be read');
  });
});

/** Every request of a service but the PATCH. */
function requestsOf(service: Omit<Service, 'patch'>): readonly (() => Promise<unknown>)[] {
  const { read, history, isArchived, submit, decide, publishSubmitted, cancelSubmitted } = service;
  return [
    ...[read, history, isArchived, publishSubmitted],
    ...[() => submit('{}'), () => decide('PASS', ''), () => cancelSubmitted('')],
  ];
}
