/** The request as it goes over the wire, and what its answer means. faults.test.ts has what goes wrong, proxy.test.ts the proxies. */
import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Outcome } from '../../../server/src/service/http/outcome.js';
import type { Connections } from '../../../server/src/service/http/request.js';
import { exchange, languageFor } from '../../../server/src/service/http/request.js';
import type { Fault } from '../../service/faults.js';
import { dev, seed, startTrial } from '../../service/trial.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import { plainNetwork, pushTo } from '../pushTrial.js';

withoutProxyVariables();

function respond(status: number, body: string, headers: Readonly<Record<string, string>> = {}): () => Fault {
  return () => ({ kind: 'respond', status, body, headers });
}

describe('The request', () => {
  test('is exactly one PATCH with the token alone and the body as it is', async () => {
    const service = await startTrial();
    const body = '{\n  "comment" : "Grüße 😀 \\u0041",\t"disabled":false, "extra": 1.0e2 }\r\n';
    const exchange = await pushTo(service.url, { body });
    expect(exchange).toMatchObject({ outcome: { kind: 'ok', status: 200 }, answer: { status: 200 } });
    expect(exchange.milliseconds).toBeGreaterThanOrEqual(0);
    expect(service.requests).toMatchObject([{ method: 'PATCH', path: dev, body }]);
    expect(service.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${service.port}`,
      connection: 'keep-alive',
      authorization: 'api-full',
      'content-type': 'application/json',
      accept: 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    });
    expect(service.requests[0]?.rawHeaders).toHaveLength(12);
    expect(service.targeting('P', 'dev', 'T')).toMatchObject({ version: 2, disabled: false, comment: 'Grüße 😀 A' });
  });

  test('asks for answers in the language that it is given', async () => {
    const service = await startTrial();
    await exchange(
      {
        ...{ method: 'GET', url: new URL(service.url + dev), token: 'api-full', timeoutSeconds: 30 },
        ...{ language: 'zh-CN', network: plainNetwork },
      },
      new AbortController().signal,
    );
    expect(service.requests[0]?.headers['accept-language']).toBe('zh-CN');
  });

  test.each([
    ['zh-cn', 'zh-CN'],
    ['zh-tw', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['en', 'en-US'],
    ['de', 'en-US'],
    ['zhx', 'en-US'],
  ])('of an editor in %s asks for answers in %s', (editor, language) => {
    expect(languageFor(editor)).toBe(language);
  });

  test.each([
    ['My Project', '/api/projects/My%20Project/environments/dev/toggles/T/targeting'],
    ['Größe 東', '/api/projects/Gr%C3%B6%C3%9Fe%20%E6%9D%B1/environments/dev/toggles/T/targeting'],
    ['50&+', '/api/projects/50%26%2B/environments/dev/toggles/T/targeting'],
  ])('names the project %s and no other', async (project, path) => {
    const { P } = seed.projects;
    const service = await startTrial({ seed: { ...seed, projects: P ? { [project]: P } : {} } });
    expect((await pushTo(service.url, { target: { project } })).outcome).toEqual({ kind: 'ok', status: 200 });
    expect(service.requests).toMatchObject([{ path }]);
    expect(service.targeting(project, 'dev', 'T').version).toBe(2);
  });

  test('keeps the path of the base URL', async () => {
    const service = await startTrial({ answer: respond(200, '{}') });
    await pushTo(`${service.url}/feature%20probe/v1/`);
    expect(service.requests).toMatchObject([{ path: `/feature%20probe/v1${dev}` }]);
  });

  test('carries every character that a token can have', async () => {
    const token = 'api-!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~09AZaz';
    const service = await startTrial();
    await pushTo(service.url, { token });
    expect(service.requests).toMatchObject([{ headers: { authorization: token } }]);
  });

  test('may have a body of two megabytes', async () => {
    const service = await startTrial({ answer: respond(200, '') });
    const body = JSON.stringify({ comment: 'é'.repeat(1_000_000) });
    expect((await pushTo(service.url, { body })).outcome).toEqual({ kind: 'ok', status: 200 });
    expect(service.requests[0]?.body === body).toBe(true);
  });
});

describe('The service itself refuses', () => {
  const refusals: readonly (readonly [string, Parameters<typeof pushTo>[1], Outcome])[] = [
    ['a text that is no token', { token: 'wrong' }, { kind: 'unauthorized', message: 'Unauthorized' }],
    ['a token with Bearer', { token: 'Bearer api-full' }, { kind: 'unauthorized', message: '' }],
    ['a token that it does not know', { token: 'api-wrong' }, { kind: 'forbidden', message: 'Forbidden' }],
    [
      'an environment that does not exist',
      { target: { environmentKey: 'nowhere' } },
      {
        kind: 'not-found',
        message: 'Environment P-nowhere not found',
        missing: { what: 'environment', key: 'P-nowhere' },
      },
    ],
    [
      'a body that it does not take',
      { body: '{"content":[]}' },
      { kind: 'rejected', status: 400, message: 'Bad Request' },
    ],
  ];
  test.each(refusals)('%s', async (_, wanted, outcome) => {
    const service = await startTrial();
    expect((await pushTo(service.url, wanted)).outcome).toEqual(outcome);
    expect(service.requests).toHaveLength(1);
    expect(service.targeting('P', 'dev', 'T').version).toBe(1);
  });
});

describe('An answer', () => {
  const said = (code: string): string => JSON.stringify({ code, message: 'These words.' });
  const answers: readonly (readonly [number, string, Readonly<Record<string, string>>, Outcome])[] = [
    [200, '', {}, { kind: 'ok', status: 200 }],
    [201, 'no JSON', {}, { kind: 'ok', status: 201 }],
    [204, '', {}, { kind: 'ok', status: 204 }],
    [299, said('invalid_request'), {}, { kind: 'ok', status: 299 }],
    [401, said('unauthorized'), {}, { kind: 'unauthorized', message: 'These words.' }],
    [403, '<html><title>No</title></html>', {}, { kind: 'forbidden', message: 'No' }],
    [404, '', {}, { kind: 'not-found', message: '' }],
    [400, said('not_found'), {}, { kind: 'not-found', message: 'These words.' }],
    [400, said('invalid_request'), {}, { kind: 'rejected', status: 400, message: 'These words.' }],
    [409, said('conflict'), {}, { kind: 'rejected', status: 409, message: 'These words.' }],
    [429, said('overflow'), {}, { kind: 'throttled', retryAfter: undefined }],
    [429, '', { 'Retry-After': '17' }, { kind: 'throttled', retryAfter: '17' }],
    [500, 'Oops', {}, { kind: 'service-error', status: 500, message: 'Oops' }],
    [503, said('busy'), { 'Retry-After': '1' }, { kind: 'service-error', status: 503, message: 'These words.' }],
  ];
  test.each(answers.map(([status, body, headers, outcome]) => ({ status, body, headers, outcome })))(
    'with $status and the body $body means $outcome.kind',
    async ({ status, body, headers, outcome }) => {
      const service = await startTrial({ answer: respond(status, body, headers) });
      expect((await pushTo(service.url)).outcome).toEqual(outcome);
      expect(service.requests).toHaveLength(1);
    },
  );

  test('is kept for the log, with its status and headers', async () => {
    const service = await startTrial({ answer: respond(500, '{"code":1}', { 'X-Request-Id': 'r-1' }) });
    const { answer } = await pushTo(service.url);
    expect(answer).toMatchObject({ status: 500, headers: { 'x-request-id': 'r-1' }, body: '{"code":1}' });
  });

  test('that is longer than 64 KiB is cut there', async () => {
    const service = await startTrial({ answer: respond(200, 'abcd'.repeat(300_000)) });
    const { outcome, answer } = await pushTo(service.url);
    expect(outcome).toEqual({ kind: 'ok', status: 200 });
    expect(answer?.body === 'abcd'.repeat(16 * 1024)).toBe(true);
  });

  test.each([
    [200, 'ok'],
    [500, 'service-error'],
  ])('with %i that never ends is cut at 64 KiB, and the connection is closed', async (status, kind) => {
    const server = http.createServer((_, response) => {
      response.writeHead(status);
      const more = (): void => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    const baseUrl = await listen(server);
    const left = new Promise((resolve) => server.on('connection', (socket) => socket.on('close', resolve)));
    const { outcome, answer } = await pushTo(baseUrl);
    expect(outcome.kind).toBe(kind);
    expect(answer?.body).toHaveLength(64 * 1024);
    await left;
  });
});

describe('The token is never shown', () => {
  const token = 'api-secret/0123456789';

  test('when a body or a header of a success echoes it', async () => {
    const service = await startTrial({
      answer: respond(200, `${token},${token}`, { 'X-Echo': `got ${token}`, 'Set-Cookie': token }),
    });
    const exchange = await pushTo(service.url, { token });
    expect(service.requests).toMatchObject([{ headers: { authorization: token } }]);
    expect(exchange.answer?.body).toBe('(access token),(access token)');
    expect(JSON.stringify(exchange)).not.toContain('0123456789');
  });

  test('when the message of an error contains it', async () => {
    const body = JSON.stringify({ code: 'unauthorized', message: `Unknown token ${token}.` });
    const service = await startTrial({ answer: respond(401, body) });
    const exchange = await pushTo(service.url, { token });
    expect(exchange.outcome).toEqual({ kind: 'unauthorized', message: 'Unknown token (access token).' });
    expect(JSON.stringify(exchange)).not.toContain('0123456789');
  });

  test('when the message of an error contains it with escapes of JSON', async () => {
    const body = String.raw`{"code":"unauthorized","message":"Unknown token ${token.replace('/', String.raw`\/`)}."}`;
    const service = await startTrial({ answer: respond(401, body) });
    const exchange = await pushTo(service.url, { token });
    expect(exchange.outcome).toEqual({ kind: 'unauthorized', message: 'Unknown token (access token).' });
    expect(JSON.stringify(exchange)).not.toContain('0123456789');
  });

  test('when the message of an error quotes JSON that contains it with escapes', async () => {
    const quoted = `{"token":"${token.replace('/', String.raw`\/`)}"}`;
    const service = await startTrial({ answer: respond(500, JSON.stringify({ message: `Refused: ${quoted}` })) });
    const { outcome } = await pushTo(service.url, { token });
    expect(outcome).toMatchObject({ message: 'Refused: {"token":"(access token)"}' });
  });

  test('when the cause of a failure contains it', async () => {
    const inHost = 'api-secret-0123456789';
    const { outcome } = await pushTo(`https://${inHost}.invalid`, { token: inHost });
    expect(outcome).toMatchObject({
      kind: 'unreachable',
      cause: expect.stringContaining('(access token).invalid') as unknown,
    });
    expect(JSON.stringify(outcome)).not.toContain(inHost);
  });

  test('when the address of a redirect or the time to wait contains it', async () => {
    const redirecting = await startTrial({
      answer: respond(302, '', { Location: `https://a.example.test/?t=${token}` }),
    });
    expect((await pushTo(redirecting.url, { token })).outcome).toMatchObject({
      location: 'https://a.example.test/?t=(access token)',
    });
    const throttling = await startTrial({ answer: respond(429, '', { 'Retry-After': token }) });
    expect((await pushTo(throttling.url, { token })).outcome).toMatchObject({ retryAfter: '(access token)' });
  });

  test('when the answer is cut in the middle of it', async () => {
    const service = await startTrial({ answer: respond(200, 'x'.repeat(64 * 1024 - 15) + token) });
    const exchange = await pushTo(service.url, { token });
    expect(exchange.answer?.body.slice(-100)).not.toContain('api-secret/');
  });
});

test('A time limit may be a fraction of seconds that is no whole number of milliseconds', async () => {
  const service = await startTrial();
  // In milliseconds this is 64099.99999999999.
  expect((await pushTo(service.url, { timeoutSeconds: 64.1 })).outcome).toEqual({ kind: 'ok', status: 200 });
});

test('Readings that share connections are each waited for as long as the limit says', async () => {
  const service = await startTrial({ answer: () => ({ kind: 'hang' }) });
  const connections: Connections = new Map();
  onTestFinished(async () => {
    for (const each of await Promise.all(connections.values())) if ('destroy' in each) await each.destroy();
  });
  const reading = () => {
    const wanted = { method: 'GET', url: new URL(service.url + dev), token: 'api-full', timeoutSeconds: 0.5 } as const;
    return exchange({ ...wanted, network: plainNetwork, connections }, new AbortController().signal);
  };
  const first = reading();
  await expect.poll(() => service.requests).toHaveLength(1);
  const late = await Promise.all([first, reading(), reading()]);
  expect(late.map(({ outcome }) => outcome)).toEqual(late.map(() => ({ kind: 'timed-out', seconds: 0.5 })));
});

test('A push that was cancelled before it began sends nothing', async () => {
  const service = await startTrial();
  const { outcome } = await pushTo(service.url, { cancel: AbortSignal.abort() });
  expect(outcome).toEqual({ kind: 'stopped-here', reason: 'it was cancelled before anything was sent.' });
  expect(service.requests).toEqual([]);
});

test('A host that nobody knows is unreachable', async () => {
  const { outcome } = await pushTo('https://toggles.invalid');
  expect(outcome).toMatchObject({
    kind: 'unreachable',
    cause: expect.stringMatching(/^the host toggles\.invalid .* \((?:ENOTFOUND|EAI_AGAIN)\)$/) as unknown,
  });
});

/** The base URL of a server that is closed, with its connections, when the test is over. */
async function listen(server: net.Server): Promise<string> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => socket.destroy())));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}
