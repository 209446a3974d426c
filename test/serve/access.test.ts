/** Tests that web pages get answers only if their origin is allowed. */
import { describe, expect, it } from 'vitest';
import { authorized, encoded, reportOf, serverTrial } from './trial.js';

const page = 'http://localhost:3000';
const paths = ['/', '/api/server-sdk/toggles', `/api/client-sdk/toggles?user=${encoded({ attrs: {} })}`, '/nothing'];

describe('a request', () => {
  it('must address this machine as its host', async () => {
    const { ask, server } = await serverTrial();
    const { port } = new URL(server.url);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LocalHost:${port}`])
      expect((await ask('/', { headers: { Host: host } })).status, host).toBe(404);
    const others = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port}.evil.example`,
      `[::1]:${port}`,
    ];
    for (const host of [...others, `0.0.0.0:${port}`, `localhost.:${port}`, 'localhost:1'])
      for (const path of paths) {
        const { status, body, headers } = await ask(path, { headers: { ...authorized, Host: host } });
        expect([status, body], host).toEqual([
          403,
          `This server answers only applications on this machine, at 127.0.0.1:${port}.`,
        ]);
        expect(headers['access-control-allow-origin']).toBeUndefined();
      }
    expect(server.tally.requests).toBe(0);
  });

  it('from a web page is refused unless its origin is allowed', async () => {
    const { ask } = await serverTrial({ allowedOrigins: [page] });
    for (const origin of ['https://evil.example', 'null', '*', '', `${page}.evil.example`, 'http://localhost'])
      for (const path of paths) {
        const { status, headers } = await ask(path, { headers: { ...authorized, Origin: origin } });
        expect([status, headers['access-control-allow-origin']], origin).toEqual([403, undefined]);
      }
    const report = reportOf('[]', { Origin: 'https://evil.example' });
    expect((await ask('/api/events', report)).body).toMatch(/^Pages of this origin are not allowed/);
  });

  it("from an allowed page gets the real server's response, with CORS headers for that page", async () => {
    const { ask } = await serverTrial({ allowedOrigins: ['https://other.example', page] });
    const headers = { ...authorized, Origin: page };
    const answers = [
      await ask(paths[2] ?? '', { headers }),
      await ask('/api/client-sdk/toggles?user=wrong', { headers }),
      await ask('/api/client-sdk/events', { headers }),
      await ask('/api/events', reportOf('[]', { Origin: page })),
      await ask('/api/client-sdk/toggles', { method: 'OPTIONS', headers: { Origin: page } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 200, 200]);
    for (const { headers: given } of answers)
      expect(given).toMatchObject({
        'access-control-allow-origin': page,
        'access-control-allow-headers': '*, Authorization, Content-Type, UA',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
        vary: 'Origin',
      });
    // Server SDKs do not run in pages.
    const toggles = await ask('/api/server-sdk/toggles', { headers });
    expect(toggles.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('without an origin gets no CORS headers', async () => {
    const { ask } = await serverTrial();
    const { headers } = await ask('/api/client-sdk/events');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
