/**
 * The one request: PATCH with the token in its header, once. What it gives on never contains the token, also where the
 * service echoes it.
 */
import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import type { Network } from './dispatcher.js';
import { dispatcherFor } from './dispatcher.js';
import type { Answer, Outcome } from './outcome.js';
import { outcomeOf, outcomeOfError } from './outcome.js';
import { blot } from './token.js';

export interface PushRequest {
  readonly url: URL;
  readonly token: string;
  /** JSON text. */
  readonly body: string;
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
export async function push(wanted: PushRequest, cancel: AbortSignal): Promise<Exchange> {
  const started = performance.now();
  const exchange = await attempt(wanted, cancel);
  return { ...exchange, milliseconds: Math.round(performance.now() - started) };
}

async function attempt(wanted: PushRequest, cancel: AbortSignal): Promise<Omit<Exchange, 'milliseconds'>> {
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

async function send({ url, token, body }: PushRequest, dispatcher: Dispatcher, signal: AbortSignal): Promise<Answer> {
  const headers = { authorization: token, 'content-type': 'application/json', accept: 'application/json' };
  const response = await request(url, { method: 'PATCH', headers, body, dispatcher, signal });
  // Read a little further than is shown, so that no token is cut where it can no longer be recognised.
  const text = blot(await firstPart(response.body, answerLimit + 6 * token.length), token);
  const answered = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    blot([value].flat().join(', '), token),
  ]);
  const shown = Buffer.from(text).subarray(0, answerLimit).toString('utf8');
  return { status: response.statusCode, headers: Object.fromEntries(answered), body: shown };
}

const answerLimit = 64 * 1024;

/** The start of the answer. One that breaks off, or goes on for ever, does not change what its status has said. */
async function firstPart(body: AsyncIterable<unknown>, limit: number): Promise<string> {
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
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8');
}
