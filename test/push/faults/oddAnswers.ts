/** Answers that refuse, that lead elsewhere, that are no targeting, and that are one in spite of how they look. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { fresh, respond, targeting } from './cannedAnswers.js';
import type { Expected, Row } from './faultRow.js';
import { always, broken, doubtful, failed, pushed, unreachable } from './faultRow.js';
import type { WireFault } from './wire.js';
import { answerForEver } from './wire.js';

const refusal = (code: string): string => JSON.stringify({ code, message: 'These words.' });
const waiting = JSON.stringify({ ...JSON.parse(targeting('PATCH')), locked: true, status: 'PENDING' });
const page = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Who are you?</body></html>';
const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
const many = Buffer.alloc(256 * 1024, 'x');
const fiveHoursAgo = Date.now() - 5 * 60 * 60 * 1000;
const skewed = new Date(fiveHoursAgo).toUTCString();
const skewedLater = new Date(fiveHoursAgo + 17_000).toUTCString();

function packed(encoding: string, pack: (text: string) => Buffer): WireFault {
  return respond('200 OK', (method) => pack(targeting(method)), `Content-Encoding: ${encoding}`);
}

/** A success by the documented contract, which says nothing of answers; but whoever looks sees no targeting. */
function odd(...names: readonly string[]) {
  const get: Expected = failed('not-understood', 'is not targeting', '"api": "featureprobe"', ...names);
  return {
    patch: pushed,
    patchRead: doubtful('no-targeting', 'does not say whether the change was applied', ...names),
    get,
  };
}

export const oddAnswers: readonly Row[] = [
  {
    fault: 'the token is not accepted',
    wire: respond('401 No', refusal('unauthorized')),
    ...always(failed('unauthorized', 'does not accept the access token', 'These words.')),
  },
  {
    fault: 'the token may not',
    wire: respond('403 No', refusal('forbidden')),
    patch: failed('forbidden', 'may not change T → dev of P', 'These words.'),
    get: failed('unknown-token', 'does not know the access token', 'expired'),
  },
  {
    fault: 'the address is wrong',
    wire: respond('404 No', ''),
    patch: failed('not-found', 'there is no T → dev of P'),
    get: failed('not-found', 'has no API of FeatureProbe at this base URL (404). Check the base URL.'),
    patchRead: failed('not-found', 'has no API of FeatureProbe at this base URL (404). Check the base URL.'),
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
    ...always(failed('throttled', 'try again in 17 s')),
  },
  {
    fault: 'the service throttles until a time of its own clock',
    wire: respond('429 No', '', `Date: ${skewed}`, `Retry-After: ${skewedLater}`),
    ...always(failed('throttled', 'try again in 17 s')),
  },
  {
    fault: 'the body is too large for a proxy',
    wire: respond('413 Too Large', '<html><head><title>413 Request Entity Too Large</title></head></html>'),
    patch: failed('too-large', 'the body has 0.', 'or a proxy in front of it', '413 Request Entity Too Large'),
    get: failed('rejected', '413'),
  },
  {
    fault: 'Spring knows no better than a word',
    wire: respond('400 No', '{"timestamp":"t","status":400,"error":"Bad Request","path":"/api"}'),
    ...always(failed('rejected', '400: Bad Request')),
  },
  { fault: 'the service fails', wire: respond('500 Oops', 'Oops'), ...broken('500', 'Oops') },
  {
    fault: 'the service is away',
    wire: respond('503 No', refusal('busy'), 'Retry-After: 17'),
    ...broken('503', 'These words.'),
  },
  {
    fault: 'Cloudflare waits no longer',
    wire: respond('524 A Timeout Occurred', page, 'Content-Type: text/html'),
    patch: doubtful('gateway-error', '524', 'gateway'),
    get: failed('failed-safely', '524: Sign in'),
  },
  { fault: 'a proxy waits no longer', wire: respond('408 Late', 'Late'), ...broken('408', 'Late') },
  {
    fault: 'the service moves elsewhere',
    wire: respond('307 Moved', '', 'Location: /elsewhere'),
    ...always(failed('redirected', 'redirects to /elsewhere', 'no redirect is followed')),
  },
  {
    fault: 'a login page comes by a redirect',
    wire: respond('302 Found', '', 'Location: https://login.example.test/?next=x'),
    patch: doubtful('see-other', '302', 'redirects to https://login.example.test/?next=x', 'no redirect is followed'),
    get: failed('redirected', 'https://login.example.test/?next=x'),
  },
  {
    fault: 'the service says where its result is',
    wire: respond('303 See Other', '', 'Location: /done'),
    patch: doubtful('see-other', '303', 'redirects to /done'),
    get: failed('redirected', '/done'),
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
    patch: doubtful('gateway-error', '502', 'gateway'),
    get: failed('failed-safely', '502: Sign in'),
  },
  { fault: 'the answer is empty', wire: respond('200 OK', ''), ...odd('nothing at all') },
  { fault: 'the answer is no JSON', wire: respond('200 OK', 'Fine.'), ...odd('Fine.') },
  { fault: 'the answer is other JSON', wire: respond('200 OK', '{"ok":1}'), ...odd('{"ok":1}') },
  {
    fault: 'the answer holds other content than was sent',
    wire: respond('200 OK', fresh),
    patch: doubtful('no-targeting', 'it contains another change, or a request for approval'),
    get: pushed,
  },
  {
    fault: 'the answer holds a request for approval',
    wire: respond('200 OK', (method) => (method === 'GET' ? fresh : waiting)),
    patch: doubtful('no-targeting', 'it contains another change, or a request for approval'),
    get: pushed,
  },
  {
    fault: 'the answer is half of what it says',
    wire: respond('200 OK', fresh.slice(0, 60)),
    ...odd('"content"'),
  },
  {
    fault: 'the answer goes on for ever',
    wire: answerForEver('HTTP/1.1 200 OK\r\n\r\n', many),
    ...odd('xxx…'),
  },
  {
    fault: 'an error goes on for ever',
    wire: answerForEver('HTTP/1.1 500 Oops\r\n\r\n', many),
    ...broken('500', 'xxx…'),
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
    ...odd('cannot be unpacked: br'),
  },
  {
    fault: 'the answer is compressed in a way that nobody knows',
    wire: packed('zpaq', gzipSync),
    ...odd('cannot be unpacked: zpaq'),
  },
  {
    fault: 'the answer is compressed and only half there',
    wire: packed('gzip', (text) => gzipSync(text).subarray(0, 60)),
    ...odd('{"disabled"'),
  },
  {
    fault: 'the answer is a bomb',
    wire: respond('200 OK', () => bomb, 'Content-Encoding: gzip'),
    ...odd('cannot be unpacked: gzip'),
  },
  {
    fault: "the service's clock is hours behind",
    wire: respond('200 OK', targeting, `Date: ${skewed}`),
    ...always(pushed),
  },
];
