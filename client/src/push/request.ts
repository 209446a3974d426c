/**
 * One request with the token in its header, sent once. What it gives on never contains the token, also where the service
 * echoes it.
 */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import type { Network } from './dispatcher.js';
import { dispatcherFor } from './dispatcher.js';
import type { Answer, Outcome } from './outcome.js';
import { outcomeOf, outcomeOfError } from './outcome.js';
import { blot } from './token.js';

export interface ServiceRequest {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly url: URL;
  readonly token: string;
  /** JSON text; none for a GET. */
  readonly body?: string;
  readonly timeoutSeconds: number;
  readonly network: Network;
}

export interface Exchange {
  readonly outcome: Outcome;
  readonly milliseconds: number;
  /** Absent when none came. */
  readonly answer?: Answer;
}

/** Never rejects: every failure of the world is an outcome. */
export async function exchange(wanted: ServiceRequest, cancel: AbortSignal): Promise<Exchange> {
  const started = performance.now();
  const attempted = await attempt(wanted, cancel);
  return { ...attempted, milliseconds: Math.round(performance.now() - started) };
}

async function attempt(wanted: ServiceRequest, cancel: AbortSignal): Promise<Omit<Exchange, 'milliseconds'>> {
  const { url, token, network, timeoutSeconds } = wanted;
  const milliseconds = Math.round(timeoutSeconds * 1000);
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = AbortSignal.any([cancel, timeout]);
  let dispatcher: Dispatcher;
  try {
    dispatcher = dispatcherFor(url, network, milliseconds);
  } catch (error) {
    const cause = t('the address of the proxy is wrong ({0})', error instanceof Error ? error.message : String(error));
    return { outcome: { kind: 'unreachable', cause: blot(cause, token) } };
  }
  // A signal alone does not stop undici while it is still connecting.
  const stop = () => void dispatcher.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answer = await send(wanted, dispatcher, signal);
    const outcome = outcomeOf(answer);
    return { outcome: 'message' in outcome ? { ...outcome, message: blot(outcome.message, token) } : outcome, answer };
  } catch (error) {
    if (cancel.aborted) return { outcome: { kind: 'cancelled' } };
    if (timeout.aborted) return { outcome: { kind: 'timed-out', seconds: timeoutSeconds } };
    const outcome = outcomeOfError(error);
    return { outcome: 'cause' in outcome ? { ...outcome, cause: blot(outcome.cause, token) } : outcome };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

async function send(wanted: ServiceRequest, dispatcher: Dispatcher, signal: AbortSignal): Promise<Answer> {
  const { method, url, token, body } = wanted;
  const headers = { authorization: token, 'content-type': 'application/json', accept: 'application/json' };
  const response = await request(url, { method, headers, dispatcher, signal, ...(body !== undefined && { body }) });
  const limit = method === 'GET' ? readLimit : answerLimit;
  // Read a little further than is shown, so that no token is cut where it can no longer be recognised.
  const bytes = await firstPart(response.body, limit + 6 * token.length);
  const text = blot(decoded(bytes, [response.headers['content-encoding'] ?? []].flat(), limit).toString('utf8'), token);
  const answered = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    blot([value].flat().join(', '), token),
  ]);
  const shown = Buffer.from(text).subarray(0, limit).toString('utf8');
  return { status: response.statusCode, headers: Object.fromEntries(answered), body: shown };
}

/** Of the answer to a change, only what is shown matters. */
const answerLimit = 64 * 1024;
/** Of what is read, all does: the largest content is 1 MiB (service.md B), a page of a history has ten. */
const readLimit = 32 * 1024 * 1024;

/** The start of the answer. One that breaks off, or goes on for ever, does not change what its status has said. */
async function firstPart(body: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= limit) break;
    }
  } catch {
    // What has arrived is what there is to show.
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** Compressed, though nobody asked for it. What cannot be unpacked, or only to more than is wanted, stays as it came. */
function decoded(bytes: Buffer, encodings: readonly string[], limit: number): Buffer {
  const unpack = unpacking[encodings.at(-1) ?? ''];
  try {
    return unpack?.(bytes, { maxOutputLength: 2 * limit }) ?? bytes;
  } catch {
    return bytes;
  }
}

const unpacking: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: (bytes, options) => brotliDecompressSync(bytes, { maxOutputLength: options?.maxOutputLength ?? Infinity }),
};
