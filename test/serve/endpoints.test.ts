/** Tests the endpoints for SDKs, with the words of the open-source server. */
import { describe, expect, it } from 'vitest';
import { startLocalServer } from '../../server/src/serve/main.js';
import { t } from '../../server/src/core/t.js';
import { authorized, encoded, reportOf, serverTrial } from './trial.js';

describe('the toggles of server SDKs', () => {
  const path = '/api/server-sdk/toggles';

  it('are the unchanged repository', async () => {
    const { ask, serve } = await serverTrial();
    const { status, headers, body } = await ask(path);
    expect([status, headers['content-type'], headers.etag]).toEqual([200, 'application/json', '"7"']);
    expect(body).toBe('{"toggles":{},"version":7}');
    serve('{"toggles":{"Größe":{}},"version":8}', 8);
    expect(await ask(`${path}?version=7`)).toMatchObject({ status: 200, body: '{"toggles":{"Größe":{}},"version":8}' });
  });

  it.each(['"7"', 'W/"7"', '"1", "7"'])('are not returned again if the tag matches: %s', async (tag) => {
    const { ask, serve } = await serverTrial();
    const how = { headers: { ...authorized, 'If-None-Match': tag } };
    expect(await ask(path, how)).toMatchObject({ status: 304, body: '' });
    serve('{"version":8}', 8);
    expect(await ask(path, how)).toMatchObject({ status: 200, body: '{"version":8}' });
  });

  it('are refused without a key', async () => {
    const { ask, server } = await serverTrial();
    const { status, body, headers } = await ask(path, { headers: {} });
    expect([status, body]).toEqual([400, 'Header of type `authorization` was missing']);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(server.tally.requests).toBe(0);
  });

  it('are empty for a different key', async () => {
    const { ask } = await serverTrial({ sdkKey: 'server-9' });
    const { status, body } = await ask(path);
    expect([status, JSON.parse(body)]).toMatchObject([200, { toggles: {}, segments: {}, version: 0 }]);
    expect(await ask(path, { headers: { Authorization: 'server-9' } })).toMatchObject({ body: /"version":7/ });
  });

  it('are returned without a body for HEAD', async () => {
    const { ask } = await serverTrial();
    expect(await ask(path, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  it('fail without affecting other requests', async () => {
    const { ask, server } = await serverTrial({
      source: {
        repository: () => {
          throw new Error('Broken.');
        },
        evaluatedFor: () => '{}',
        toggles: () => new Set<string>(),
      },
    });
    expect(await ask(path)).toMatchObject({ status: 500, body: '{}' });
    expect((await ask('/')).status).toBe(404);
    expect(server.tally.requests).toBe(1);
  });
});

describe('the values for client SDKs', () => {
  const path = '/api/client-sdk/toggles';

  it('are evaluated for the given user', async () => {
    const { ask, users } = await serverTrial();
    const answer = await ask(`${path}?user=${encoded({ key: 'ada', attrs: { city: 'Köln' }, more: 1 })}`);
    expect(answer).toMatchObject({ status: 200, body: '{"checkout":{"value":true}}' });
    expect(answer.headers['content-type']).toBe('application/json');
    await ask(`${path}?user=${encoded({ attrs: {} })}`);
    await ask(`${path}?user=${encoded({ key: null, attrs: {} })}`);
    expect(users).toEqual([
      { key: 'ada', attributes: new Map([['city', 'Köln']]) },
      { key: undefined, attributes: new Map() },
      { key: undefined, attributes: new Map() },
    ]);
  });

  it.each([
    ...['%%%', 'no base64', '!', '', 'e30_', 'e30'],
    ...[1, null, [], 'text', {}, { key: 'ada' }, { key: 1, attrs: {} }].map(encoded),
    ...[{ attrs: { age: 30 } }, { attrs: [] }, { attrs: null }].map(encoded),
  ])('are refused if the user is invalid: %s', async (user) => {
    const { ask, users } = await serverTrial();
    const { status, body } = await ask(`${path}?user=${encodeURI(decodeURIComponentOr(user))}`);
    expect([status, body]).toEqual([400, '{"error":"user base64 decode error"}']);
    expect(users).toEqual([]);
  });

  it('are refused without a user or a key', async () => {
    const { ask } = await serverTrial();
    for (const query of ['', '?', '?other=1', `?user=${encoded({ attrs: {} })}&user=1`])
      expect(await ask(path + query)).toMatchObject({ status: 400, body: /query string/ });
    const query = `?user=${encoded({ attrs: {} })}`;
    expect(await ask(path + query, { headers: {} })).toMatchObject({ status: 400, body: /authorization/ });
  });

  it('are empty for a different key', async () => {
    const { ask } = await serverTrial({ sdkKey: 'server-9' });
    expect(await ask(`${path}?user=${encoded({ attrs: {} })}`)).toMatchObject({ status: 200, body: '{}' });
  });
});

describe('other requests', () => {
  it('get the same responses as from the real server', async () => {
    const { ask, report } = await serverTrial();
    expect(await ask('/api/client-sdk/events')).toMatchObject({ status: 200, body: '[]' });
    expect(await report([])).toMatchObject({ status: 200, body: '' });
    for (const path of [
      '/',
      '/api',
      '/api/server-sdk/toggles/',
      '/dist/serve.js',
      '/../package.json',
      '/%2e%2e/etc/passwd',
    ])
      expect(await ask(path), path).toMatchObject({ status: 404, body: '' });
    expect(await ask('//example.com/api/events')).toMatchObject({ status: 404 });
    expect(await ask('http://127.0.0.1/api/server-sdk/toggles')).toMatchObject({ status: 404 });
  });

  it('are refused with a different method', async () => {
    const { ask } = await serverTrial();
    for (const path of ['/api/server-sdk/toggles', '/api/client-sdk/toggles', '/api/client-sdk/events']) {
      const { status, headers, body } = await ask(path, { method: 'POST', body: '{}' });
      expect([status, headers.allow, body], path).toEqual([405, 'GET,HEAD', '']);
    }
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])
      expect(await ask('/api/events', { method }), method).toMatchObject({ status: 405 });
    expect(await ask('/api/server-sdk/toggles', { method: 'OPTIONS' })).toMatchObject({ status: 405 });
    expect(await ask('/api/events', { method: 'OPTIONS' })).toMatchObject({ status: 200 });
  });

  it('that report without JSON, a key or a user agent are refused', async () => {
    const { ask } = await serverTrial();
    const to = (how: object) => ask('/api/events', { ...reportOf('[]'), ...how });
    expect(await to({ headers: authorized })).toMatchObject({ status: 415 });
    expect(await to({ body: '[' })).toMatchObject({ status: 400, body: /JSON/ });
    expect(await to({ body: '' })).toMatchObject({ status: 400, body: /JSON/ });
    expect(await to({ headers: { 'Content-Type': 'application/json' } })).toMatchObject({
      status: 400,
      body: /authorization/,
    });
    expect(await to({ headers: { ...authorized, 'Content-Type': 'application/json; charset=utf-8' } })).toMatchObject({
      status: 400,
      body: /user-agent/,
    });
  });
});

it('the server listens on 127.0.0.1, and reports a port in use', async () => {
  const { server } = await serverTrial();
  const port = Number(new URL(server.url).port);
  expect(server.url).toBe(`http://127.0.0.1:${port}`);
  const source = { repository: () => ({ json: '', version: 1 }) };
  const again = startLocalServer({
    ...{ source: { ...source, evaluatedFor: () => '', toggles: () => new Set<string>() }, port, sdkKey: undefined },
    ...{ allowedOrigins: [], t, clock: () => 0, onTally: () => undefined },
  });
  await expect(again).rejects.toThrow(`Port ${port} is in use. Choose another port, or 0 for any free port.`);
});

it('a closed server accepts no connections', async () => {
  const { server, ask } = await serverTrial();
  await ask('/');
  await server.close();
  await expect(ask('/')).rejects.toThrow('ECONNREFUSED');
});

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
