/**
 * The network as it is: every fault, and every outcome that it leads to, for a push over a real connection. Each row of the
 * table meets a push of the documented contract at its PATCH, and one with `"api": "featureprobe"` at its GET, at its PATCH,
 * and where it looks again after a PATCH without an answer. Whatever happens, the PATCH leaves at most once, and file, token and
 * memory are what they should be. request.test.ts has the requests that go well, proxy.test.ts the proxies.
 */
import dns from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../../client/src/push/outcome.js';
import type { Target } from '../../server/src/protocol.js';
import { seed, dev } from '../service/trial.js';
import type { Service } from '../service/service.js';
import { startService } from '../service/service.js';
import type { Authority, Certificate } from './certificates.js';
import { makeAuthority } from './certificates.js';
import type { Aftermath, Trouble } from './faultTrial.js';
import { pushInto } from './faultTrial.js';
import { withoutProxyVariables } from './proxyVariables.js';
import { answer, answerForEver, cancelled, cutAnswer, hangUp, resetWhileReading, silence } from './wire.js';

interface Expected {
  readonly kind: Outcome['kind'];
  readonly level: Aftermath['told']['level'];
  /** What the sentence must name. */
  readonly names: readonly string[];
}

interface Row extends Omit<Trouble, 'at' | 'tls'> {
  readonly fault: string;
  readonly patch: Expected;
  readonly get: Expected;
  /** The service has carried the PATCH out. */
  readonly stored?: true;
  /** The request never left. */
  readonly unsent?: true;
  /** The service speaks TLS, with this certificate of the company. */
  readonly certified?: () => Certificate;
}

const pushed: Expected = { kind: 'pushed', level: 'information', names: ['Pushed T → dev of P'] };
const failed = (kind: Outcome['kind'], ...names: readonly string[]): Expected => ({
  kind,
  level: 'error',
  names: ['Not pushed: ', ...names],
});
const doubtful = (kind: Outcome['kind'], ...names: readonly string[]): Expected => ({
  kind,
  level: 'warning',
  names: ['T → dev of P', 'may or may not have been applied', ...names],
});
const unreachable = (...names: readonly string[]): Expected => failed('unreachable', 'cannot be reached', ...names);
const broken = { patch: doubtful('interrupted', 'broke'), get: unreachable('the network') };
const late = {
  patch: doubtful('timed-out', 'did not answer within 0.2 s'),
  get: unreachable('no answer within 0.2 s'),
  timeoutSeconds: 0.2,
};
const never = (expected: Expected) => ({ patch: expected, get: expected, unsent: true as const });
const always = (expected: Expected) => ({ patch: expected, get: expected });

let company: Authority;
let other: Authority;
let good: Certificate;
let expired: Certificate;
let early: Certificate;
let misnamed: Certificate;
let elsewhere: Service;
const folder = mkdtempSync(join(tmpdir(), 'toggle-authorities-'));
const file = (name: string) => join(folder, name);
const here = '127.0.0.1';

beforeAll(async () => {
  [company, other] = await Promise.all([makeAuthority(), makeAuthority('Other Company CA')]);
  [good, expired, early, misnamed] = await Promise.all([
    company.issue({ host: here }),
    company.issue({ host: here, valid: 'formerly' }),
    company.issue({ host: here, valid: 'later' }),
    company.issue({ host: 'other.example.test' }),
  ]);
  writeFileSync(file('company.pem'), company.cert);
  writeFileSync(file('several.pem'), `# Example Company\r\n${other.cert}\r\nand\r\n${company.cert}`);
  writeFileSync(file('other.pem'), other.cert);
  writeFileSync(file('empty.pem'), '');
  writeFileSync(file('key.pem'), good.key);
  writeFileSync(file('broken.pem'), `${other.cert}\n${company.cert.replace('MII', 'AAA')}`);
  elsewhere = await startService({ seed });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await elsewhere.close();
});
beforeEach(withoutProxyVariables);
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** What the service would say to a GET of the fresh toggle, or to the PATCH that enables it. */
function targeting(method: string): string {
  const { content } = JSON.parse(fresh) as { content: object };
  return method === 'GET' ? fresh : JSON.stringify({ disabled: false, content, version: 2 });
}
const variations = [
  { value: 'false', name: 'Off', description: '' },
  { value: 'true', name: 'On', description: '' },
];
const fresh = JSON.stringify({
  disabled: true,
  content: { rules: [], disabledServe: { select: 0 }, defaultServe: {}, variations, prerequisites: [] },
  version: 1,
});

/** An answer in the place of the service. */
function respond(status: string, body: string | ((method: string) => Buffer | string), ...headers: readonly string[]) {
  return answer((method) => {
    const bytes = Buffer.from(typeof body === 'string' ? body : body(method));
    const head = [`HTTP/1.1 ${status}`, `Content-Length: ${bytes.length}`, ...headers, '', ''].join('\r\n');
    return Buffer.concat([Buffer.from(head), bytes]);
  });
}
const refusal = (code: string): string => JSON.stringify({ code, message: 'These words.' });
const page = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Who are you?</body></html>';
const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
const packed = (encoding: string, pack: (text: string) => Buffer) =>
  respond('200 OK', (method) => pack(targeting(method)), `Content-Encoding: ${encoding}`);
const hold = (): void => undefined;
const hours = 60 * 60 * 1000;
const skewed = new Date(Date.now() - 5 * hours).toUTCString();
const skewedLater = new Date(Date.now() - 5 * hours + 17_000).toUTCString();
const longComment = 'x'.repeat(3_000_000);

const connections: readonly Row[] = [
  { fault: 'nobody listens', gone: true, ...never(unreachable('ECONNREFUSED', 'base URL', 'http.proxy')) },
  { fault: 'the connection is reset as the request comes', wire: resetWhileReading, ...broken },
  { fault: 'the connection is closed at once', wire: hangUp, ...broken, unsent: true },
  {
    fault: 'the connection is reset in the middle of the request',
    wire: resetWhileReading,
    comment: longComment,
    ...broken,
  },
  { fault: 'nothing is answered', wire: silence, ...late },
  {
    fault: 'nothing is answered until the person cancels',
    wire: cancelled,
    patch: doubtful('cancelled', 'Cancelled'),
    get: failed('refused', 'cancelled before anything was sent'),
  },
  { fault: 'the answer is lost', wire: cutAnswer(0, (client) => client.resetAndDestroy()), ...broken, stored: true },
  {
    fault: 'the answer is reset in the middle of its head',
    wire: cutAnswer(30, (client) => client.resetAndDestroy()),
    ...broken,
    stored: true,
  },
  {
    fault: 'the answer ends in the middle of its head',
    wire: cutAnswer(30, (client) => client.end()),
    ...broken,
    stored: true,
  },
  { fault: 'the answer stops in the middle of its head', wire: cutAnswer(30, hold), ...late, stored: true },
  {
    fault: 'the answer is reset in the middle of its body',
    wire: cutAnswer(250, (client) => client.resetAndDestroy()),
    patch: pushed,
    get: broken.get,
    stored: true,
  },
  {
    fault: 'the answer ends in the middle of its body',
    wire: cutAnswer(250, (client) => client.end()),
    patch: pushed,
    get: broken.get,
    stored: true,
  },
  {
    fault: 'the answer stops in the middle of its body',
    wire: cutAnswer(250, hold),
    patch: pushed,
    get: late.get,
    timeoutSeconds: 0.2,
    stored: true,
  },
  { fault: 'a mail server answers', wire: answer(() => '220 mail.example.test ESMTP\r\n'), ...broken },
  {
    fault: 'the answer has no length, and its end is that of the connection',
    wire: answer((method) => `HTTP/1.1 200 OK\r\n\r\n${targeting(method)}`),
    ...always(pushed),
  },
  {
    fault: 'the connection is closed after the answer, without a word',
    wire: respond('200 OK', targeting, 'Connection: keep-alive'),
    ...always(pushed),
  },
];

const odd = (...names: readonly string[]) =>
  failed('not-understood', 'is no targeting', '"api": "featureprobe"', ...names);
const answers: readonly Row[] = [
  {
    fault: 'the token is not accepted',
    wire: respond('401 No', refusal('unauthorized')),
    ...always(failed('unauthorized', 'does not accept the access token', 'These words.')),
  },
  {
    fault: 'the token may not',
    wire: respond('403 No', refusal('forbidden')),
    ...always(failed('forbidden', 'may not change T → dev of P', 'These words.')),
  },
  {
    fault: 'the address is wrong',
    wire: respond('404 No', ''),
    ...always(failed('not-found', 'does not find T → dev of P')),
  },
  {
    fault: 'the environment does not exist',
    wire: respond('400 No', refusal('not_found')),
    ...always(failed('not-found', 'These words.')),
  },
  {
    fault: 'the request is refused',
    wire: respond('400 No', refusal('invalid_request')),
    ...always(failed('rejected', '400', 'These words.')),
  },
  {
    fault: 'the service throttles',
    wire: respond('429 No', '', 'Retry-After: 17'),
    ...always(failed('throttled', 'push again in 17 s')),
  },
  {
    fault: 'the service throttles until a time of its own clock',
    wire: respond('429 No', '', `Date: ${skewed}`, `Retry-After: ${skewedLater}`),
    ...always(failed('throttled', 'push again in 17 s')),
  },
  { fault: 'the service fails', wire: respond('500 Oops', 'Oops'), ...always(failed('service-error', '500', 'Oops')) },
  {
    fault: 'the service is away',
    wire: respond('503 No', refusal('busy'), 'Retry-After: 17'),
    ...always(failed('service-error', '503', 'These words.')),
  },
  {
    fault: 'the service moves elsewhere',
    wire: (...given) => respond('307 Moved', '', `Location: ${elsewhere.url}${dev}`)(...given),
    ...always(failed('redirected', 'redirects to http://127.0.0.1:', 'no redirect is followed')),
  },
  {
    fault: 'a login page comes by a redirect',
    wire: respond('302 Found', '', 'Location: https://login.example.test/?next=x'),
    ...always(failed('redirected', 'https://login.example.test/?next=x')),
  },
  {
    fault: 'a login page comes instead',
    wire: respond('200 OK', page, 'Content-Type: text/html'),
    patch: doubtful('web-page', 'Sign in', 'login page'),
    get: unreachable('Sign in', 'login page'),
  },
  {
    fault: 'a login page comes and says it is JSON',
    wire: respond('200 OK', page, 'Content-Type: application/json'),
    patch: doubtful('web-page', 'Sign in'),
    get: unreachable('Sign in'),
  },
  {
    fault: 'a proxy writes a page about a failure',
    wire: respond('502 Bad Gateway', page, 'Content-Type: text/html'),
    ...always(failed('service-error', '502', 'Who are you?')),
  },
  { fault: 'the answer is empty', wire: respond('200 OK', ''), patch: pushed, get: odd('nothing at all') },
  { fault: 'the answer is no JSON', wire: respond('200 OK', 'Fine.'), patch: pushed, get: odd('Fine.') },
  { fault: 'the answer is other JSON', wire: respond('200 OK', '{"ok":1}'), patch: pushed, get: odd('{"ok":1}') },
  {
    fault: 'the answer is half of what it says',
    wire: respond('200 OK', fresh.slice(0, 60)),
    patch: pushed,
    get: odd('"content"'),
  },
  {
    fault: 'the answer goes on for ever',
    wire: answerForEver('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(256 * 1024, 'x')),
    patch: pushed,
    get: odd('xxx…'),
  },
  {
    fault: 'an error goes on for ever',
    wire: answerForEver('HTTP/1.1 500 Oops\r\n\r\n', Buffer.alloc(256 * 1024, 'x')),
    ...always(failed('service-error', '500', 'xxx…')),
  },
  { fault: 'the answer is compressed by gzip', wire: packed('gzip', gzipSync), ...always(pushed) },
  { fault: 'the answer is compressed by deflate', wire: packed('deflate', deflateSync), ...always(pushed) },
  {
    fault: 'the answer is compressed by deflate without its head',
    wire: packed('Deflate', deflateRawSync),
    ...always(pushed),
  },
  { fault: 'the answer is compressed by brotli', wire: packed('br', brotliCompressSync), ...always(pushed) },
  {
    fault: 'the answer is said to be compressed and is not',
    wire: packed('gzip', (text) => Buffer.from(text)),
    ...always(pushed),
  },
  {
    fault: 'the answer is compressed in another way than it says',
    wire: packed('br', gzipSync),
    patch: pushed,
    get: odd('cannot be unpacked: br'),
  },
  {
    fault: 'the answer is compressed in a way that nobody knows',
    wire: packed('zpaq', gzipSync),
    patch: pushed,
    get: odd('cannot be unpacked: zpaq'),
  },
  {
    fault: 'the answer is compressed and only half there',
    wire: packed('gzip', (text) => gzipSync(text).subarray(0, 60)),
    patch: pushed,
    get: odd('{"disabled"'),
  },
  {
    fault: 'the answer is a bomb',
    wire: respond('200 OK', () => bomb, 'Content-Encoding: gzip'),
    patch: pushed,
    get: odd('cannot be unpacked: gzip'),
  },
  {
    fault: "the service's clock is hours behind",
    wire: respond('200 OK', targeting, `Date: ${skewed}`),
    ...always(pushed),
  },
];

const trusting = (name: string) => ({ network: { extraCaFile: file(name) } });
const setting = 'toggleTargeting.push.extraCaFile';
const stranger = failed('untrusted', 'is not trusted', setting, 'http.systemCertificates');
const trust: readonly Row[] = [
  { fault: 'an unknown authority issued the certificate', certified: () => good, network: {}, ...never(stranger) },
  { fault: 'the file names another authority', certified: () => good, ...trusting('other.pem'), ...never(stranger) },
  {
    fault: 'the file names the authority, which is no fault',
    certified: () => good,
    ...trusting('company.pem'),
    ...always(pushed),
    stored: true,
  },
  {
    fault: 'the file names the authority and others, which is no fault',
    certified: () => good,
    ...trusting('several.pem'),
    ...always(pushed),
    stored: true,
  },
  {
    fault: 'the file is missing',
    certified: () => good,
    ...trusting('missing.pem'),
    ...never(failed('refused', setting, 'missing.pem', 'cannot be read', 'no such file')),
  },
  {
    fault: 'the file is a folder',
    certified: () => good,
    ...trusting('.'),
    ...never(failed('refused', setting, 'cannot be read')),
  },
  {
    fault: 'the file is empty',
    certified: () => good,
    ...trusting('empty.pem'),
    ...never(failed('refused', setting, 'empty.pem', 'has no certificate')),
  },
  {
    fault: 'the file has a key and no certificate',
    certified: () => good,
    ...trusting('key.pem'),
    ...never(failed('refused', setting, 'has no certificate')),
  },
  {
    fault: 'the file has a broken certificate',
    certified: () => good,
    ...trusting('broken.pem'),
    ...never(failed('refused', setting, 'broken.pem', 'number 2')),
  },
  {
    fault: 'the certificate has expired',
    certified: () => expired,
    ...trusting('company.pem'),
    ...never(failed('untrusted', "this machine's clock", 'CERT_HAS_EXPIRED')),
  },
  {
    fault: 'the certificate is not valid yet',
    certified: () => early,
    ...trusting('company.pem'),
    ...never(failed('untrusted', "this machine's clock", 'CERT_NOT_YET_VALID')),
  },
  {
    fault: 'the certificate is for another host',
    certified: () => misnamed,
    ...trusting('company.pem'),
    ...never(failed('untrusted', 'is not trusted', 'ERR_TLS_CERT_ALTNAME_INVALID')),
  },
  {
    fault: 'TLS is met with silence',
    certified: () => good,
    wire: silence,
    timeoutSeconds: 0.2,
    ...never(unreachable('no connection within 0.2 s')),
  },
  {
    fault: 'TLS is met with silence until the person cancels',
    certified: () => good,
    wire: cancelled,
    ...never(failed('refused', 'cancelled before anything was sent')),
  },
  { fault: 'TLS is reset', certified: () => good, wire: resetWhileReading, ...never(unreachable('ECONNRESET')) },
  {
    fault: 'TLS is met without TLS',
    certified: () => good,
    wire: (client) => void client.once('data', () => client.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    ...never(unreachable()),
  },
];

const rows = [...connections, ...answers, ...trust];
const atVersion2 = { version: 2, state: expect.objectContaining({ disabled: false }) as unknown, time: 2000 };
const patch = `PATCH ${dev} with the token`;
const get = `GET ${dev} with the token`;

async function strike(row: Row, at: number, api?: Target['api'], lost?: 'lost'): Promise<Aftermath> {
  const tls = row.certified?.();
  return pushInto(api, { ...row, at, tls, patching: lost && { kind: 'reset' } });
}

function expectTold({ kind, told }: Aftermath, expected: Expected): void {
  expect({ kind, level: told.level }).toEqual({ kind: expected.kind, level: expected.level });
  expect(
    expected.names.filter((name) => !told.sentence.includes(name)),
    told.sentence,
  ).toEqual([]);
}

afterEach(() => expect(elsewhere.requests).toEqual([]));

describe.each(rows)('Where $fault', (row) => {
  const left = (request: string): readonly string[] => (row.unsent ? [] : [request]);

  test('a push of the documented contract leaves nothing untold', async () => {
    const after = await strike(row, 1);
    expectTold(after, row.patch);
    expect(after.sent).toEqual(left(patch));
    const isPushed = row.patch.kind === 'pushed';
    expect(after.base).toEqual(
      isPushed ? { kind: 'pushed', body: expect.any(String) as unknown, time: 2000 } : after.before,
    );
  });

  test('a look at the service leads to a push only where it has seen something', async () => {
    const after = await strike(row, 1, 'featureprobe');
    expectTold(after, row.get);
    const isPushed = row.get.kind === 'pushed';
    expect(after.sent).toEqual(isPushed ? [get, patch] : left(get));
    expect(after.base).toEqual(isPushed ? { ...after.before, ...atVersion2 } : after.before);
  });

  test('a push that was looked at leaves at most once', async () => {
    const after = await strike(row, 2, 'featureprobe');
    // Looking again, it finds what it wanted.
    const isPushed = row.patch.kind === 'pushed' || (row.stored === true && row.patch.kind !== 'cancelled');
    expectTold(after, isPushed ? pushed : row.patch);
    const [first, ...rest] = after.sent;
    expect([first, ...rest.filter((request) => request !== get)]).toEqual([get, ...left(patch)]);
    expect(after.base).toEqual({ ...after.before, ...(isPushed ? atVersion2 : { time: 2000 }) });
  });

  test('looking again after a PATCH without an answer decides nothing', async () => {
    const after = await strike(row, 3, 'featureprobe', 'lost');
    expectTold(after, doubtful('interrupted', 'broke'));
    expect(after.sent).toEqual([get, patch, ...left(get)]);
    expect(after.base).toEqual({ ...after.before, time: 2000 });
  });
});

describe('A service by IPv6', () => {
  test('is reached by its address', async () => {
    const after = await pushInto(undefined, { at: 0, listens: '::1', named: '[::1]' });
    expectTold(after, pushed);
    expect(after.sent).toEqual([patch]);
  });

  test.each(['::1', here])('is reached by a name of both kinds where only %s answers', async (listens) => {
    const { lookup } = dns;
    const addresses = [
      { address: '::1', family: 6 },
      { address: here, family: 4 },
    ];
    vi.spyOn(dns, 'lookup').mockImplementation((...given: readonly unknown[]): unknown =>
      given[0] === 'localhost'
        ? (given.at(-1) as (error: null, found: typeof addresses) => void)(null, addresses)
        : Reflect.apply(lookup, dns, given),
    );
    const after = await pushInto('featureprobe', { at: 0, listens, named: 'localhost' });
    expectTold(after, pushed);
    expect(after.sent).toEqual([get, patch]);
  });
});

test('Every outcome is met by a row of the table', () => {
  const kinds: Readonly<Record<Outcome['kind'], true>> = {
    pushed: true,
    refused: true,
    unauthorized: true,
    forbidden: true,
    'not-found': true,
    rejected: true,
    throttled: true,
    'service-error': true,
    redirected: true,
    'web-page': true,
    'not-understood': true,
    unreachable: true,
    untrusted: true,
    interrupted: true,
    'timed-out': true,
    cancelled: true,
  };
  const met = new Set(rows.flatMap((row) => [row.patch.kind, row.get.kind]));
  expect([...met].sort()).toEqual(Object.keys(kinds).sort());
});
