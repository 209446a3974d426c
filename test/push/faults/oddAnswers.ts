/** Answers that refuse, redirect, are not targeting, or are targeting in spite of how they look. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { fresh, respond, targeting } from './cannedAnswers.js';
import type { Row } from './faultRow.js';
import { always, broken, doubtful, each, failed, pushed, row, unreachable } from './faultRow.js';
import type { WireFault } from './wire.js';
import { answerForEver } from './wire.js';

const said = 'These words.';
const refuses = (status: string, code: string, ...headers: readonly string[]) =>
  respond(status, JSON.stringify({ code, message: said }), ...headers);
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

/** A success by the documented contract, which ignores the answer; any read finds that it is not targeting. */
function odd(...names: readonly string[]) {
  return {
    ...each(pushed, failed('not-understood', 'is not targeting', '"api": "featureprobe"', ...names)),
    patchRead: doubtful('no-targeting', 'does not say whether the change was applied', ...names),
  };
}

/** Targeting, but of another change. */
const other = each(doubtful('no-targeting', 'it contains another change, or a request for approval'), pushed);
const html = 'Content-Type: text/html';
const elsewhere = failed('not-found', 'has no API of FeatureProbe at this base URL (404). Check the base URL.');
const login = 'https://login.example.test/?next=x';
const signIn = each(doubtful('web-page', 'Sign in', 'proxy page'), unreachable('Sign in', 'proxy page'));
const large = '413 Request Entity Too Large';
const later = always(failed('throttled', 'try again in 17 s'));
const forEver = (status: string) => answerForEver(`HTTP/1.1 ${status}\r\n\r\n`, many);
const spring = '{"timestamp":"t","status":400,"error":"Bad Request","path":"/api"}';
const gateway = (patch: string, get: string) =>
  each(doubtful('gateway-error', patch, 'gateway'), failed('failed-safely', get));
const packedRows: readonly (readonly [string, WireFault])[] = [
  ['nothing, behind a byte order mark', respond('200 OK', (method) => `\uFEFF${targeting(method)}`)],
  ['gzip', packed('gzip', gzipSync)],
  ['deflate', packed('deflate', deflateSync)],
  ['deflate without its head', packed('Deflate', deflateRawSync)],
  ['brotli', packed('br', brotliCompressSync)],
];

export const oddAnswers: readonly Row[] = [
  row('the token is not accepted', refuses('401 No', 'unauthorized'), always(failed('unauthorized', said))),
  row('the token may not', refuses('403 No', 'forbidden'), each(failed('forbidden', said), failed('unknown-token'))),
  row('the address is wrong', respond('404 No', ''), {
    ...each(failed('not-found', 'there is no T → dev of P'), elsewhere),
    patchRead: elsewhere,
  }),
  row('the environment does not exist', refuses('400 No', 'not_found'), always(failed('not-found', said))),
  row('the request is refused', refuses('400 No', 'invalid_request'), always(failed('rejected', '400', said))),
  row('the service throttles', respond('429 No', '', 'Retry-After: 17'), later),
  row('it throttles by its own clock', respond('429 No', '', `Date: ${skewed}`, `Retry-After: ${skewedLater}`), later),
  row(
    'the body is too large for a proxy',
    respond('413 Too Large', `<html><head><title>${large}</title></head></html>`),
    each(failed('too-large', 'the body has 0.', 'or a proxy in front of it', large), failed('rejected', '413')),
  ),
  row('Spring knows no better than a word', respond('400 No', spring), always(failed('rejected', '400: Bad Request'))),
  row('the service fails', respond('500 Oops', 'Oops'), broken('500', 'Oops')),
  row('the service is away', refuses('503 No', 'busy', 'Retry-After: 17'), broken('503', said)),
  row('Cloudflare waits no longer', respond('524 A Timeout Occurred', page, html), gateway('524', '524: Sign in')),
  row('a proxy waits no longer', respond('408 Late', 'Late'), broken('408', 'Late')),
  row(
    'the service moves',
    respond('307 Moved', '', 'Location: /elsewhere'),
    always(failed('redirected', '/elsewhere')),
  ),
  row(
    'a login page comes by a redirect',
    respond('302 Found', '', `Location: ${login}`),
    each(doubtful('see-other', '302', login), failed('redirected', login)),
  ),
  row(
    'the service says where its result is',
    respond('303 See Other', '', 'Location: /done'),
    each(doubtful('see-other', '303', 'redirects to /done'), failed('redirected', '/done')),
  ),
  row('a login page comes instead', respond('200 OK', page, html), signIn),
  row('a login page comes and says it is JSON', respond('200 OK', page, 'Content-Type: application/json'), signIn),
  row('a proxy writes a page about a failure', respond('502 Bad Gateway', page, html), gateway('502', '502: Sign in')),
  row('the answer is empty', respond('200 OK', ''), odd('an empty response')),
  row('the answer is no JSON', respond('200 OK', 'Fine.'), odd('Fine.')),
  row('the answer is other JSON', respond('200 OK', '{"ok":1}'), odd('{"ok":1}')),
  row('the answer holds other content than was sent', respond('200 OK', fresh), other),
  row(
    'the answer holds a request for approval',
    respond('200 OK', (method) => (method === 'GET' ? fresh : waiting)),
    other,
  ),
  row('the answer is half of what it says', respond('200 OK', fresh.slice(0, 60)), odd('"content"')),
  row('the answer goes on for ever', forEver('200 OK'), odd('xxx…')),
  row('an error goes on for ever', forEver('500 Oops'), broken('500', 'xxx…')),
  ...packedRows.map(([how, wire]) => row(`the answer is compressed by ${how}`, wire, always(pushed))),
  row(
    'the answer is said to be compressed and is not',
    packed('gzip', (text) => Buffer.from(text)),
    always(pushed),
  ),
  row(
    'the answer is compressed in another way than it says',
    packed('br', gzipSync),
    odd('the encoding br cannot be decompressed'),
  ),
  row(
    'the answer is compressed in a way that nobody knows',
    packed('zpaq', gzipSync),
    odd('the encoding zpaq cannot be decompressed'),
  ),
  row(
    'the answer is compressed and only half there',
    packed('gzip', (text) => gzipSync(text).subarray(0, 60)),
    odd('{"disabled"'),
  ),
  row(
    'the answer is a bomb',
    respond('200 OK', () => bomb, 'Content-Encoding: gzip'),
    odd('the encoding gzip cannot be decompressed'),
  ),
  row("the service's clock is hours behind", respond('200 OK', targeting, `Date: ${skewed}`), always(pushed)),
];
