/** What a client meets when a test asks for a fault. */
import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { overtaken } from './faults.js';
import { startService } from './service.js';
import { dev, get, patch, seed, startTrial } from './trial.js';

describe('a fault', () => {
  test('may be any answer, and nothing is stored', async () => {
    const service = await startTrial({
      answer: () => ({ kind: 'respond', status: 502, headers: { 'X-Proxy': 'yes' }, body: '"gone"' }),
    });
    expect(await patch(service, dev, { disabled: false })).toEqual({ status: 502, body: 'gone' });
    expect(service.targeting('P', 'dev', 'T').version).toBe(1);
    expect(service.requests).toHaveLength(1);
  });

  test('may be that another PATCH overtook this one, which is answered in one of two ways', async () => {
    const statuses: (400 | 500)[] = [400, 500];
    const service = await startTrial({
      answer: ({ method, path }) => {
        const status = method === 'PATCH' ? statuses.shift() : undefined;
        return status && overtaken(status, path);
      },
    });
    const conflict = { code: 'invalid_request', message: 'Request conflict, please try again' };
    expect(await patch(service, dev, { disabled: false })).toEqual({ status: 400, body: conflict });
    expect(await patch(service, dev, { disabled: false })).toMatchObject({ status: 500, body: { path: dev } });
    expect(await patch(service, dev, { disabled: false })).toMatchObject({ status: 200, body: { version: 2 } });
  });

  test('may end the connection after the request was read', async () => {
    const service = await startTrial({ answer: () => ({ kind: 'reset' }) });
    await expect(patch(service, dev, { disabled: false })).rejects.toThrow('fetch failed');
    expect(service.requests).toHaveLength(1);
  });

  test('may send the head of an answer and no body, until the service closes', async () => {
    const service = await startService({ seed, answer: () => ({ kind: 'stall', status: 200 }) });
    const response = await fetch(service.url + dev);
    expect(response.status).toBe(200);
    const body = response.text();
    await Promise.all([service.close(), expect(body).rejects.toThrow('terminated')]);
  });

  test('may be no answer at all, until the service closes', async () => {
    const arrivals = new EventEmitter();
    const arrived = once(arrivals, 'request');
    const service = await startService({
      seed,
      onRequest: () => arrivals.emit('request'),
      answer: () => ({ kind: 'hang' }),
    });
    const reply = expect(get(service, dev)).rejects.toThrow('fetch failed');
    await arrived;
    await Promise.all([service.close(), reply]);
  });

  test('may strike one request and spare the next', async () => {
    const service = await startTrial({ answer: ({ method }) => (method === 'GET' ? { kind: 'reset' } : undefined) });
    await expect(get(service, dev)).rejects.toThrow('fetch failed');
    expect(await patch(service, dev, { disabled: false })).toMatchObject({ status: 200 });
  });
});
