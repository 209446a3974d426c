/** Tests that SDKs are notified of changes wherever they listen. */
import { once } from 'node:events';
import { request } from 'node:http';
import { io } from 'socket.io-client';
import { expect, it, onTestFinished } from 'vitest';
import type { Given } from './trial.js';
import { serverTrial } from './trial.js';

interface Listening {
  readonly path: string;
  readonly namespace: string;
  readonly registers: unknown;
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

const node: Listening = { path: '/realtime', namespace: '/realtime', registers: { key: 'server-1234' } };
const browser: Listening = { path: '/server/realtime', namespace: '/realtime', registers: { sdk_key: 'client-1' } };

/** Collects updates. @returns undefined if the connection is refused */
async function listen(given: Given, { path, namespace, registers, extraHeaders = {} }: Listening) {
  const trial = await serverTrial(given);
  const options = { transports: ['websocket'], path, reconnection: false, forceNew: true, extraHeaders };
  const socket = io(trial.server.url + namespace, options);
  onTestFinished(() => void socket.disconnect());
  const updates: unknown[] = [];
  socket.on('update', (payload: unknown) => updates.push(payload));
  const isIn = await new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('connect_error', () => resolve(false));
  });
  if (!isIn) return undefined;
  socket.emit('register', registers);
  await expect.poll(() => updates).toEqual(['']);
  return { ...trial, updates, socket };
}

it.each([
  ['Node and Java', node],
  ['Python', { ...node, path: '/realtime/' }],
  ['Go', { ...node, path: '/socket.io' }],
  ['Rust', { ...node, path: '/socket.io', namespace: '/server/realtime' }],
  ['browsers', browser],
] as const)('the server notifies an SDK for %s of each change', async (_, listening) => {
  const trial = await listen({}, listening);
  trial?.serve('{"version":8}', 8);
  await expect.poll(() => trial?.updates).toEqual(['', '']);
  trial?.serve('{"version":9}', 9);
  await expect.poll(() => trial?.updates).toEqual(['', '', '']);
  await trial?.server.close();
  await expect.poll(() => trial?.socket.connected).toBe(false);
});

it.each([[null], [1], ['server-1234'], [{}], [{ key: 1 }], [{ key: 'server-1' }]])(
  'the server sends no changes to a client that registers %j',
  async (registers) => {
    const trial = await listen({ sdkKey: 'server-1234' }, { ...node, registers });
    trial?.server.changed();
    // The server answers this after earlier messages.
    trial?.socket.emit('register', registers);
    await expect.poll(() => trial?.updates).toEqual(['', '']);
  },
);

it('the server refuses listeners with a foreign origin or host, or another path or namespace', async () => {
  expect(await listen({}, { ...browser, extraHeaders: { Origin: 'https://evil.example' } })).toBeUndefined();
  expect(await listen({}, { ...node, extraHeaders: { Host: 'evil.example' } })).toBeUndefined();
  expect(await listen({}, { ...node, path: '/other' })).toBeUndefined();
  expect(await listen({}, { ...node, namespace: '/other' })).toBeUndefined();
  const page = 'http://localhost:3000';
  expect(await listen({ allowedOrigins: [page] }, { ...browser, extraHeaders: { Origin: page } })).toBeDefined();
  const { ask } = await serverTrial();
  const polling = '/realtime/?EIO=4&transport=polling';
  expect((await ask(polling, { headers: { Host: 'evil.example' } })).status).toBe(403);
  expect((await ask(polling, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
});

it('the server accepts listeners that begin with polling or have its own origin', async () => {
  const { ask, server } = await serverTrial();
  expect((await ask('/realtime/?EIO=4&transport=polling')).status).toBe(200);
  expect((await ask('/realtime?EIO=4&transport=polling', { headers: { Origin: server.url } })).status).toBe(200);
});

it('the server accepts 200 listeners, and still responds to other requests', async () => {
  const { server, ask } = await serverTrial();
  const statuses: number[] = [];
  for (let count = 0; count < 210; count += 1) statuses.push(await upgrade(server.url));
  expect(statuses.filter((status) => status === 101)).toHaveLength(200);
  expect(statuses.slice(200)).toEqual(Array<number>(10).fill(503));
  expect((await ask('/api/server-sdk/toggles')).status).toBe(200);
});

async function upgrade(url: string): Promise<number> {
  const headers = { ...{ Connection: 'Upgrade', Upgrade: 'websocket' }, 'Sec-WebSocket-Version': '13' };
  const key = { 'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64') };
  const asked = request(url, { path: '/realtime/?EIO=4&transport=websocket', headers: { ...headers, ...key } }).end();
  const upgraded = once(asked, 'upgrade').then(([response, socket]) => {
    onTestFinished(() => (socket as { destroy: () => void }).destroy());
    return response as { statusCode: number };
  });
  const answered = once(asked, 'response').then(([response]) => response as { statusCode: number });
  return (await Promise.race([upgraded, answered])).statusCode;
}
