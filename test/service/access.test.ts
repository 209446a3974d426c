/** Who may send a request, and what is not there, in the details that contract.test.ts does not ask of every server. */
import { describe, expect, test } from 'vitest';
import { dev, get, patch, startTrial } from './trial.js';

describe('a token', () => {
  const refused = { status: 401, body: { code: 'unauthorized' } };

  test.for([
    ['does not begin with api-', 'client-key'],
    ['is empty', ''],
  ])('that %s is refused with 401', async ([, token = '']) => {
    const service = await startTrial();
    expect(await get(service, dev, { Authorization: token })).toMatchObject(refused);
    expect(await patch(service, dev, { disabled: false }, { Authorization: token })).toMatchObject(refused);
    expect(service.targeting('P', 'dev', 'T').version).toBe(1);
  });
});

describe('a path', () => {
  test.for([
    ['project', '/api/projects/X/environments/dev/toggles/T/targeting', 'Environment X-dev not found'],
    ['environment', '/api/projects/P/environments/x/toggles/T/targeting', 'Environment P-x not found'],
    [
      'key of a prototype',
      '/api/projects/P/environments/constructor/toggles/T/targeting',
      'Environment P-constructor not found',
    ],
  ])('that names an unknown %s is answered with 400 not_found', async ([, path = '', message]) => {
    const service = await startTrial();
    const refused = { status: 400, body: { code: 'not_found', message } };
    expect(await get(service, path)).toEqual(refused);
    expect(await patch(service, path, { disabled: false })).toEqual(refused);
  });

  test('that names an unknown toggle is answered with a bare 500 to a GET, and 400 not_found to a PATCH', async () => {
    const service = await startTrial();
    const path = '/api/projects/P/environments/dev/toggles/X/targeting';
    const missing = { code: 'not_found', message: 'Targeting P-dev-X not found' };
    expect(await get(service, path)).toMatchObject({ status: 500, body: { error: 'Internal Server Error', path } });
    expect(await patch(service, path, { disabled: false })).toEqual({ status: 400, body: missing });
  });

  test('with encoded characters names the key that they stand for', async () => {
    const service = await startTrial();
    const path = `/api/projects/P/environments/dev/toggles/${encodeURIComponent('odd key+')}/targeting`;
    await patch(service, path, { disabled: false });
    expect(service.targeting('P', 'dev', 'odd key+').version).toBe(2);
    expect(service.requests[0]?.path).toBe('/api/projects/P/environments/dev/toggles/odd%20key%2B/targeting');
  });

  test.for(['%E0%A4%A', 'a%2Fb', 'a%5Cb'])('with %s is responded with a web page', async (key) => {
    const service = await startTrial();
    const path = `/api/projects/P/environments/dev/toggles/${key}/targeting`;
    expect(await get(service, path)).toMatchObject({
      status: 400,
      body: expect.stringMatching(/^<!doctype/) as unknown,
    });
  });

  test('outside the interface is answered with 404', async () => {
    const service = await startTrial();
    expect(await get(service, '/api/v1/projects')).toMatchObject({ status: 404 });
  });
});
