/** A broken or hostile service. The key of a toggle names how it misbehaves when the toggle is read or changed. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Misbehave = (response: ServerResponse, scene: Scene) => void;

interface Scene {
  /** The caller's token, which the service tries to give back. */
  readonly token: string;
  readonly elsewhere: string;
}

const variations = [
  { value: 'false', name: 'old', description: '' },
  { value: 'true', name: 'new', description: '' },
];
/** The file to push; the live state differs in `disabled`. */
export const says = {
  disabled: false,
  content: { rules: [], disabledServe: { select: 0 }, defaultServe: { select: 1 }, variations },
};
const live = { ...says, disabled: true, version: 7, modifiedTime: '2026-01-01T00:00:00Z', modifiedBy: 'bob' };

const json = { 'Content-Type': 'application/json' };
const page = { 'Content-Type': 'text/html' };
const respond =
  (status: number, headers: Readonly<Record<string, string>>, body: string | Buffer): Misbehave =>
  (response) =>
    void response.writeHead(status, headers).end(body);
const liveWith = (change: object): Misbehave => respond(200, json, JSON.stringify({ ...live, ...change }));
const contentWith = (change: object): Misbehave => liveWith({ content: { ...live.content, ...change } });
const refusal = (message: string): Misbehave =>
  respond(400, json, JSON.stringify({ code: 'invalid_request', message }));

const condition = (objects: readonly string[]) => ({
  ...{ type: 'string', subject: 'user', predicate: 'is one of', objects },
});
const rules = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ name: `rule ${index}`, conditions: [condition([`u${index}`])], serve: { select: index % 2 } },
  }));
const variationsTo = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `${index}`, name: `v${index}` }));

/** Writes until the other side closes. */
function forEver(response: ServerResponse, part: string | Buffer): void {
  const write = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', write);
  write();
}

/** Small, but 64 MiB when unpacked. */
const bombs = {
  gzip: gzipSync(Buffer.alloc(64 * 2 ** 20)),
  br: brotliCompressSync(Buffer.alloc(64 * 2 ** 20), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

export const cases: Readonly<Record<string, Misbehave>> = {
  silence: () => undefined,
  'head-alone': (response) => {
    response.writeHead(200, json).flushHeaders();
  },
  'half-a-body': (response) => void response.writeHead(200, json).write('{"disabled":'),
  drip: (response) => {
    response.writeHead(200, json);
    const timer = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(timer));
  },
  'no-end-json': (response) => forEver(response.writeHead(200, json), ' '.repeat(65_536)),
  'no-end-text': (response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    forEver(response, 'y'.repeat(65_536));
  },
  'no-end-error': (response) => {
    response.writeHead(500, json);
    forEver(response, '[');
  },
  'bomb-gzip': (response) => void response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(bombs.gzip),
  'bomb-brotli': (response) => void response.writeHead(200, { ...json, 'Content-Encoding': 'br' }).end(bombs.br),
  cut: (response) => {
    response.writeHead(200, { ...json, 'Content-Length': '1000' });
    response.write('{"disabled": true');
    response.socket?.end();
  },
  reset: (response) => void response.socket?.resetAndDestroy(),
  garbage: (response) => void response.socket?.end('\u0000\u0001 no protocol at all\r\n\r\n'),
  'heads-without-end': (response) => {
    const { socket } = response;
    const write = () => {
      while (socket?.writable && socket.write(`X-Header: ${'h'.repeat(1_000)}\r\n`));
    };
    socket?.on('drain', write).on('error', () => undefined);
    socket?.write('HTTP/1.1 200 OK\r\n');
    write();
  },
  'early-hints': (response) => {
    const { socket } = response;
    const write = () => {
      while (socket?.writable && socket.write('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'));
    };
    socket?.on('drain', write).on('error', () => undefined);
    write();
  },
  upgrade: (response) => void response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'),
  deep: respond(200, json, '['.repeat(1_000_000)),
  'deep-objects': respond(200, json, `{"disabled":true,"content":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`),
  'deep-refusal': respond(400, json, `{"message":${'['.repeat(30_000)}`),
  'large-content': contentWith({ note: 'x'.repeat(6 * 1024 * 1024) }),
  'many-rules': contentWith({ rules: rules(3_000) }),
  // As many as are read, and more.
  'most-rules': contentWith({ rules: rules(10_000) }),
  'too-many-rules': contentWith({ rules: rules(10_001) }),
  'rules-with-nothing': contentWith({ rules: Array.from({ length: 10_000 }, () => ({})) }),
  'many-conditions': contentWith({
    rules: Array.from({ length: 9 }, () => ({ conditions: Array.from({ length: 9_900 }, () => ({})), serve: {} })),
  }),
  'many-objects': contentWith({
    rules: [
      { conditions: [condition(Array.from({ length: 150_000 }, (_, index) => `${index}`))], serve: { select: 0 } },
    ],
  }),
  'many-keys': respond(
    200,
    json,
    `{${Array.from({ length: 150_000 }, (_, index) => `"k${index}":1,`).join('')}${JSON.stringify(live).slice(1)}`,
  ),
  'many-variations': contentWith({ variations: variationsTo(3_000) }),
  'most-variations': contentWith({ variations: variationsTo(10_000) }),
  'one-long-value': contentWith({ variations: [{ value: 'x'.repeat(1_000_000) }, { value: 'true' }] }),
  backslashes: contentWith({ note: '\\'.repeat(900_000) }),
  title: respond(502, page, `<!DOCTYPE html>${'<title'.repeat(130)}`),
  'title-blanks': respond(502, page, `<html><title${' '.repeat(60_000)}`),
  'title-open': respond(200, page, `<!DOCTYPE html>${'<title>'.repeat(9_000)}`),
  numbers: refusal(`${'1'.repeat(60_000)}x`),
  'not-found-blanks': respond(
    400,
    json,
    JSON.stringify({ code: 'not_found', message: `x ${'a '.repeat(30_000)}not foun` }),
  ),
  'null-everything': liveWith({ disabled: null, content: null, version: null, modifiedTime: null }),
  'wrong-types': contentWith({ rules: {}, variations: 'x', defaultServe: [], disabledServe: 3 }),
  'version-infinite': respond(200, json, JSON.stringify(live).replace('"version":7', '"version":1e999')),
  'version-negative': liveWith({ version: -1 }),
  'version-text': liveWith({ version: 'seven' }),
  proto: respond(200, json, JSON.stringify(live).replace('"rules":[]', '"rules":[],"__proto__":{"polluted":true}')),
  array: respond(200, json, '[]'),
  'no-content': (response) => void response.writeHead(204).end(),
  'not-modified': (response) => void response.writeHead(304).end(),
  redirect: (response, { elsewhere }) => void response.writeHead(307, { Location: elsewhere }).end(),
  'redirect-to-token': (response, { token, elsewhere }) =>
    void response.writeHead(302, { Location: `${elsewhere}/?${token}` }).end(),
  'token-in-message': (response, scene) => {
    refusal(`Bad token ${scene.token}.`)(response, scene);
  },
  'token-encoded': (response, scene) => {
    const escaped = Array.from(scene.token, (character) => `\\u00${character.charCodeAt(0).toString(16)}`).join('');
    respond(400, json, `{"code":"invalid_request","message":"Bad ${escaped}"}`)(response, scene);
  },
  'token-in-head': (response, { token }) => void response.writeHead(401, { ...json, 'X-Token': token }).end('{}'),
  links: refusal('[Sign in](command:workbench.action.quit) [here](https://evil.test) $(lock)'),
  lines: refusal(`Not pushed.\n\n\nPushed to online. ${'All is well. '.repeat(2_000)}`),
  turned: refusal('\u202eevil\u2066 \u001b[2J\u001b]0;x\u0007 \u200b\u00ad \ud800'),
  later: (response) => void response.writeHead(429, { 'Retry-After': '99999999999999999999' }).end(),
  'later-never': (response) => void response.writeHead(503, { ...json, 'Retry-After': 'Infinity' }).end('{}'),
  'sign-in': (response) => void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end(),
  'proxy-sign-in': (response) => void response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="x"' }).end(),
  'cookie-and-refresh': respond(
    200,
    { ...page, Refresh: '0;url=https://evil.test', 'Set-Cookie': 'a=b' },
    '<html></html>',
  ),
};

/** @param leaked is called with each request that follows a redirect or a message of the service */
export async function startHostileService(leaked: (request: string) => void): Promise<{ readonly url: string }> {
  const elsewhere = await listening(
    http.createServer(({ method, url }, response) => {
      leaked(`${method} ${url}`);
      response.end('{}');
    }),
  );
  return { url: await listening(http.createServer((request, response) => void answer(request, response, elsewhere))) };
}

async function answer(request: IncomingMessage, response: ServerResponse, elsewhere: string): Promise<void> {
  const { url = '', headers } = request;
  response.on('error', () => undefined);
  await text(request).catch(() => '');
  const toggle = /\/toggles\/([^/]+)\/targeting$/.exec(url)?.[1];
  const misbehave = toggle === undefined ? undefined : cases[toggle];
  // The project is empty, so that a plan gets as far as the toggles; anything else, such as a history, is unknown.
  if (/\/(?:toggles|segments)\?/.test(url)) response.writeHead(200, json).end('{ "content": [], "totalElements": 0 }');
  else if (misbehave === undefined) response.writeHead(404, json).end('{}');
  else misbehave(response, { token: headers.authorization ?? '', elsewhere });
}

async function listening(server: http.Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
