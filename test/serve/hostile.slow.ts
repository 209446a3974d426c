/** Tests that the built server answers others and stays small with slow, huge, numerous and garbage clients. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Answer } from './trial.js';
import { ask, authorized, encoded, reportOf } from './trial.js';

const MOST_MEGABYTES = 200;

let child: ChildProcessWithoutNullStreams;
let lines: AsyncIterator<string>;
let url: string;

beforeEach(async () => {
  // cli/main.ts starts it with this option, too.
  child = spawn(process.execPath, ['--heap-growing-percent=100', join(import.meta.dirname, 'built.mjs')]);
  child.stderr.pipe(process.stderr);
  lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  url = await nextLine();
});

afterEach(async () => {
  const { status, body } = await ask(url, '/api/server-sdk/toggles');
  expect([status, body.length > 300_000]).toEqual([200, true]);
  const { megabytes } = await state();
  expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  const exit = once(child, 'exit');
  child.stdin.end();
  expect(await exit).toEqual([0, null]);
});

async function nextLine(): Promise<string> {
  const { value } = (await lines.next()) as { value: string };
  return value;
}

async function state() {
  child.stdin.write('\n');
  return JSON.parse(await nextLine()) as { readonly megabytes: number; readonly requests: number };
}

it('the server responds correctly to 10,000 requests of all kinds', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onTestFinished(() => agent.destroy());
  const headers = { ...authorized, 'If-None-Match': '"1"' };
  const user = encoded({ key: 'ada', attrs: {} });
  const events = Array.from({ length: 500 }, (_, at) => debugEvent(`toggle_${at}`, `user ${at}`));
  const kinds: readonly [() => Promise<Answer>, ...(() => Promise<Answer>)[]] = [
    () => ask(url, '/api/server-sdk/toggles', { headers, agent }),
    () => ask(url, '/api/server-sdk/toggles', { agent }),
    () => ask(url, `/api/client-sdk/toggles?user=${user}`, { agent }),
    () => ask(url, '/api/events', { ...reportOf(JSON.stringify([{ events }])), agent }),
    () => ask(url, '/none', { agent }),
  ];
  const wanted = [304, 200, 200, 200, 404];
  const wrong: unknown[] = [];
  for (let round = 0; round < 100; round += 1) {
    const asked = Array.from({ length: 100 }, (_, at) => (kinds[at % kinds.length] ?? kinds[0])());
    const answers = await Promise.all(asked);
    wrong.push(...answers.filter((answer, at) => answer.status !== wanted[at % kinds.length]));
  }
  expect(wrong).toEqual([]);
  expect((await state()).requests).toBe(8_000);
}, 240_000);

it('the server responds while 500 clients have sent half a request, and while 500 do not read', async () => {
  const half = await Promise.all(Array.from({ length: 500 }, () => open(`GET / HTTP/1.1\r\nHost: ${host()}\r\nX-`)));
  expect((await ask(url, '/api/client-sdk/events')).status).toBe(200);
  for (const socket of half) socket.destroy();
  const whole = `GET /api/client-sdk/toggles?user=${encoded({ attrs: {} })} HTTP/1.1\r\nHost: ${host()}\r\nAuthorization: k\r\n\r\n`;
  const silent = await Promise.all(Array.from({ length: 500 }, () => open(whole.repeat(20))));
  for (const socket of silent) socket.pause();
  for (let count = 0; count < 20; count += 1) expect((await ask(url, '/api/client-sdk/events')).status).toBe(200);
  for (const socket of silent) socket.destroy();
});

it('the server closes connections that send too slowly, and responds to others', async () => {
  const start = `POST /api/events HTTP/1.1\r\nHost: ${host()}\r\n`;
  const slow = [
    await open(`${start}X-`),
    await open(`${start}Authorization: k\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n[`),
  ];
  const timers = slow.map((socket) => setInterval(() => socket.writable && socket.write('x'), 100));
  onTestFinished(() => timers.forEach((timer) => clearInterval(timer)));
  const ends = slow.map((socket) => text(socket).catch(() => ''));
  expect((await ask(url, '/api/client-sdk/events')).status).toBe(200);
  for (const answer of await Promise.all(ends)) expect(answer).toMatch(/^HTTP\/1\.1 408 |^$/);
});

it('the server accepts reports of up to 1 MiB, and still responds during 200 large reports', async () => {
  const report = (bytes: number) => ask(url, '/api/events', reportOf(Buffer.alloc(bytes, ' ').fill('[]', 0, 2)));
  expect((await report(2 ** 20)).status).toBe(200);
  expect(await report(2 ** 20 + 1)).toMatchObject({ status: 413, body: 'length limit exceeded' });
  expect((await report(5 * 2 ** 20)).status).toBe(413);
  const unmeasured = reportOf(Buffer.alloc(5 * 2 ** 20, ' '), { 'Transfer-Encoding': 'chunked' });
  expect((await ask(url, '/api/events', unmeasured)).status).toBe(413);
  const nearly = `POST /api/events HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n`;
  const waiting = await Promise.all(Array.from({ length: 200 }, () => open(nearly + '['.repeat(1_048_000))));
  expect((await ask(url, '/api/client-sdk/events')).status).toBe(200);
  for (const socket of waiting) socket.destroy();
  await expect.poll(async () => (await report(2)).status).toBe(200);
});

it('the server survives JSON that is deep, wide or full of events', async () => {
  const send = async (body: string) => (await ask(url, '/api/events', reportOf(body))).status;
  expect([200, 400]).toContain(await send('['.repeat(500_000) + ']'.repeat(500_000)));
  expect(await send(`{${Array.from({ length: 50_000 }, (_, at) => `"${at}":{}`).join(',')}}`)).toBe(200);
  for (let round = 0; round < 20; round += 1) {
    const rules = Array.from({ length: 15_000 }, (_, at) => ({
      kind: 'debug',
      key: 'toggle_1',
      ruleIndex: round * 15_000 + at,
    }));
    expect(await send(JSON.stringify({ events: rules }))).toBe(200);
    const users = Array.from({ length: 100 }, (_, at) => debugEvent('toggle_2', `${round} ${at} ${'x'.repeat(3_900)}`));
    expect(await send(JSON.stringify({ events: users }))).toBe(200);
  }
  expect((await ask(url, '/')).status).toBe(404);
});

it('the server survives random bytes', async () => {
  const starts = [
    ...[
      '\0\r\n\r\n',
      '\u0016\u0003\u0001',
      'GET',
      'GET /\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\r\n'.repeat(10),
    ],
    `GET / HTTP/1.0\r\n\r\n`,
    `GET / HTTP/1.1\r\n\r\n`,
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: ${host()}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host()}\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    `POST /api/events HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: -1\r\n\r\n`,
    `POST /api/events HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ...[
      '/',
      '//',
      '/realtime/?EIO=4&transport=websocket',
      '/realtime/?EIO=9',
      '/realtime/?sid=1&transport=websocket',
    ].flatMap((path) =>
      ['websocket', 'h2c'].map(
        (upgrade) =>
          `GET ${path} HTTP/1.1\r\nHost: ${host()}\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n\xff\xff`,
      ),
    ),
    `GET /realtime/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n\xff\xff\0garbage`,
  ];
  for (const start of starts) {
    const socket = await open(start);
    socket.end(Buffer.from(start, 'latin1'));
    const answer = await text(socket).catch(() => '');
    expect(answer.slice(0, 20), JSON.stringify(start.slice(0, 200))).not.toMatch(/^HTTP\/1\.[01] 200/);
    expect((await ask(url, '/')).status).toBe(404);
  }
});

function host(): string {
  return new URL(url).host;
}

async function open(bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  return socket;
}

function debugEvent(key: string, user: string) {
  return {
    kind: 'debug',
    key,
    user,
    userDetail: { key: user, attrs: { city: 'Paris' } },
    ruleIndex: 0,
    variationIndex: 1,
  };
}
