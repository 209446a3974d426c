/** What the server around the interface does: what it records and keeps, TLS, the page, and how it ends. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get as requestPlain, type ClientRequest } from 'node:http';
import { get as requestSecure } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { describe, expect, onTestFinished, test } from 'vitest';
import { demoSeed } from './seed.js';
import { startService } from './service.js';
import { dev, get, online, patch, seed, send, startTrial } from './trial.js';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toggle-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function bodyOf(request: ClientRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    request.on('error', reject).on('response', (response) => resolve(text(response)));
  });
}

test('Every request is recorded as it came over the wire', async () => {
  const seen: string[] = [];
  const service = await startTrial({ onRequest: ({ method }) => seen.push(method) });
  await patch(service, dev, { comment: 'é' }, { 'X-Trace': 'Ab' });
  expect(service.requests).toMatchObject([{ method: 'PATCH', path: dev, body: '{"comment":"é"}' }]);
  expect(service.requests[0]?.rawHeaders).toEqual(expect.arrayContaining(['X-Trace', 'Ab']));
  expect(service.requests[0]?.headers).toMatchObject({ authorization: 'api-full', 'x-trace': 'Ab' });
  expect(seen).toEqual(['PATCH']);
});

test('The log says what a PATCH changed and why another was refused, and never the token', async () => {
  const lines: string[] = [];
  const service = await startTrial({ log: (line) => lines.push(line) });
  await patch(service, dev, { comment: 'more users', disabled: false });
  await patch(service, dev, { disabled: true, baseVersion: 1 });
  await fetch(service.url);
  expect(lines).toEqual([
    `PATCH ${dev} 200 T in dev: version 1 -> 2, "more users".`,
    `PATCH ${dev} 400 invalid_request: Request conflict, please try again`,
  ]);
});

describe('with a data file', () => {
  test('everything is there after a restart, and no unfinished file is left', async () => {
    const folder = temporaryFolder();
    const data = join(folder, 'data.json');
    const first = await startService({ seed, data });
    await patch(first, dev, { disabled: false, comment: 'kept', content: { rules: [{ name: 'a', conditions: [] }] } });
    const request = { comment: 'please', disabled: false, content: { rules: [] } };
    await send(first, `${online}/approval`, { method: 'POST', body: JSON.stringify(request) });
    const paths = [dev, `${dev}/versions`, online, `${online}/diff`];
    const before = await Promise.all(paths.map((path) => get(first, path)));
    await first.close();
    const second = await startTrial({ data });
    expect(await Promise.all(paths.map((path) => get(second, path)))).toEqual(before);
    expect(readdirSync(folder)).toEqual(['data.json']);
  });

  test('a file of someone else is refused, not overwritten', async () => {
    const data = join(temporaryFolder(), 'notes.txt');
    writeFileSync(data, 'my notes');
    await expect(startService({ seed, data })).rejects.toThrow('notes.txt holds no targetings');
  });
});

test('With a key and a certificate the service speaks HTTPS', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const service = await startTrial({ tls: { key, cert } });
  const request = requestSecure(service.url + dev, { ca: cert, headers: { Authorization: 'api-full' } });
  expect(await bodyOf(request)).toContain('"version":1');
});

test('The page shows every toggle of the demo, loads itself anew, and runs nothing', async () => {
  const service = await startTrial({ seed: demoSeed });
  const path = '/api/projects/My_Project/environments/dev/toggles/dark_mode/targeting';
  await patch(service, path, { disabled: false, comment: '<script>' }, { Authorization: 'api-demo-token' });
  const page = await (await fetch(service.url)).text();
  for (const shown of ['checkout', 'new_search', 'dark_mode', 'Version 2', '&lt;script&gt;', 'http-equiv="refresh"']) {
    expect(page).toContain(shown);
  }
  expect(page).not.toMatch(/<script|api-demo-token/);
});

test('Closing the service ends connections that are kept alive, and may be done twice', async () => {
  const service = await startService({ seed });
  const agent = new Agent({ keepAlive: true });
  const request = requestPlain(service.url, { agent });
  await bodyOf(request);
  const ended = once(request.socket ?? request, 'close');
  await Promise.all([service.close(), service.close(), ended]);
  await expect(fetch(service.url)).rejects.toThrow('fetch failed');
});

test('The service does not start on a port that is taken, and says so', async () => {
  const { port } = await startTrial();
  await expect(startService({ seed, port })).rejects.toThrow('EADDRINUSE');
});

test('The service listens on loopback only', async () => {
  expect((await startTrial()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});
