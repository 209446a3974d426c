/** Tests the request on the wire and its answer. faults.test.ts has failures, proxy.test.ts has proxies. */
import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Connections } from '../../../server/src/service/http/request.js';
import { exchange, languageFor } from '../../../server/src/service/http/request.js';
import type { Fault } from '../../service/faults.js';
import { dev, startTrial } from '../../service/trial.js';
import { withoutProxyVariables } from '../proxyVariables.js';
import { plainNetwork, pushTo } from '../pushTrial.js';

withoutProxyVariables();

function respond(status: number, body: string, headers: Readonly<Record<string, string>> = {}): () => Fault {
  return () => ({ kind: 'respond', status, body, headers });
}

describe('The request', () => {
  test('is exactly one PATCH with only the token and the unchanged body', async () => {
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

  test('asks for responses in the given language', async () => {
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
  ])('from an editor in %s asks for responses in %s', (editor, language) => {
    expect(languageFor(editor)).toBe(language);
  });

  test('contains every character that is allowed in a token', async () => {
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

describe('A response', () => {
  test('is kept for the log, with its status and headers', async () => {
    const service = await startTrial({ answer: respond(500, '{"code":1}', { 'X-Request-Id': 'r-1' }) });
    const { answer } = await pushTo(service.url);
    expect(answer).toMatchObject({ status: 500, headers: { 'x-request-id': 'r-1' }, body: '{"code":1}' });
  });

  test('is truncated at 64 KiB', async () => {
    const service = await startTrial({ answer: respond(200, 'abcd'.repeat(300_000)) });
    const { outcome, answer } = await pushTo(service.url);
    expect(outcome).toEqual({ kind: 'ok', status: 200 });
    expect(answer?.body === 'abcd'.repeat(16 * 1024)).toBe(true);
  });

  test.each([
    [200, 'ok'],
    [500, 'service-error'],
  ])('with %i and an endless body is truncated at 64 KiB, and the connection is closed', async (status, kind) => {
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

  const blotted = '(access token)';
  const escaped = token.replace('/', String.raw`\/`);
  const refusal = (text: string) => `{"code":"unauthorized","message":"Unknown token ${text}."}`;
  const unauthorized = { kind: 'unauthorized', message: `Unknown token ${blotted}.` };
  const quoting = JSON.stringify({ message: `Refused: {"token":"${escaped}"}` });
  const page = `https://a.example.test/?t=${token}`;

  test.each([
    [
      'body or a header of a success echoes it',
      respond(200, `${token},${token}`, { 'X-Echo': `got ${token}`, 'Set-Cookie': token }),
      {},
    ],
    ['message of an error contains it', respond(401, refusal(token)), unauthorized],
    ['message of an error contains it with escapes of JSON', respond(401, refusal(escaped)), unauthorized],
    [
      'message quotes JSON that contains it with escapes',
      respond(500, quoting),
      { message: `Refused: {"token":"${blotted}"}` },
    ],
    [
      'address of a redirect contains it',
      respond(302, '', { Location: page }),
      { location: page.replace(token, blotted) },
    ],
    ['time to wait contains it', respond(429, '', { 'Retry-After': token }), { retryAfter: blotted }],
  ])('if the %s', async (_, answer, outcome) => {
    const service = await startTrial({ answer });
    const exchange = await pushTo(service.url, { token });
    expect(service.requests).toMatchObject([{ headers: { authorization: token } }]);
    expect(exchange.outcome).toMatchObject(outcome);
    expect(JSON.stringify(exchange)).not.toContain('0123456789');
  });

  test('if the cause of a failure contains it', async () => {
    const inHost = 'api-secret-0123456789';
    const { outcome } = await pushTo(`https://${inHost}.invalid`, { token: inHost });
    expect(outcome).toMatchObject({
      kind: 'unreachable',
      cause: expect.stringContaining('(access token).invalid') as unknown,
    });
    expect(JSON.stringify(outcome)).not.toContain(inHost);
  });

  test('if the response is truncated in the middle of the token', async () => {
    const service = await startTrial({ answer: respond(200, 'x'.repeat(64 * 1024 - 15) + token) });
    const exchange = await pushTo(service.url, { token });
    expect(exchange.answer?.body.slice(-100)).not.toContain('api-secret/');
  });
});

test('A time limit may be a fraction of a millisecond', async () => {
  const service = await startTrial();
  // In milliseconds this is 64099.99999999999.
  expect((await pushTo(service.url, { timeoutSeconds: 64.1 })).outcome).toEqual({ kind: 'ok', status: 200 });
});

test('Each read on a shared connection has the full time limit', async () => {
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

test('A push that is canceled before it starts sends nothing', async () => {
  const service = await startTrial();
  const { outcome } = await pushTo(service.url, { cancel: AbortSignal.abort() });
  expect(outcome).toEqual({ kind: 'stopped-here', reason: 'it was canceled before anything was sent.' });
  expect(service.requests).toEqual([]);
});

/** @returns the base URL of the server, which is closed with its connections when the test ends */
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
