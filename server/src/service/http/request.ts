/**
 * Sends a request once, with the token in its header; throttling.ts repeats the request if that is safe.
 * The response is returned without the token, even if the service echoes it.
 */
import { t } from '../../core/t.js';
import type { Dispatcher } from 'undici';
import type { Target } from '../../core/protocol.js';
import { startOf, textOfBody } from './answers/answerBody.js';
import { MAX_RESPONSE_BYTES } from './responseBounds.js';
import type { Network } from './dispatcher.js';
import type { Answer, Outcome } from './answers/outcome.js';
import { canceledUnsent, outcomeOf, outcomeOfError } from './answers/outcome.js';
import { redactToken } from './token.js';
import { trustOf } from './trust.js';

export interface Call {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly url: URL;
  /** The access token; empty if the request only checks whether a service responds. */
  readonly token: string;
  readonly body?: string | undefined;
  readonly api?: Target['api'] | undefined;
}

export interface ServiceRequest extends Omit<Call, 'api'> {
  /** Language of the response. The documented contract has no header for it (service.md A). */
  readonly language?: Language;
  readonly timeoutSeconds: number;
  readonly network: Network;
  /** Connections that reads share. If undefined, or for a change, the request opens its own connection. */
  readonly connections?: Connections;
}

/** The dispatchers by origin, or an outcome if a dispatcher could not be created. */
export type Connections = Map<string, Promise<Dispatcher | Outcome>>;

/** Languages that FeatureProbe supports; for other languages, the service returns message keys (service.md B). */
export type Language = 'en-US' | 'zh-CN';

export function languageFor(editor: string): Language {
  return /^zh\b/i.test(editor) ? 'zh-CN' : 'en-US';
}

export interface Exchange {
  readonly outcome: Outcome;
  readonly milliseconds: number;
  readonly answer?: Answer;
}

/** Never rejects: failures of the network and the service are outcomes. */
export async function exchange(wanted: ServiceRequest, cancel: AbortSignal): Promise<Exchange> {
  const started = performance.now();
  const attempted = await attempt(wanted, cancel);
  return { ...attempted, milliseconds: Math.round(performance.now() - started) };
}

async function attempt(wanted: ServiceRequest, cancel: AbortSignal): Promise<Omit<Exchange, 'milliseconds'>> {
  const { url, token, timeoutSeconds } = wanted;
  const milliseconds = Math.round(timeoutSeconds * 1000);
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = AbortSignal.any([cancel, timeout]);
  const connections = wanted.method === 'GET' ? wanted.connections : undefined;
  const connecting = connections?.get(url.origin) ?? connected(wanted, milliseconds);
  connections?.set(url.origin, connecting);
  const dispatcher = await connecting;
  if ('kind' in dispatcher) return { outcome: dispatcher };
  const progress = { sent: false };
  const noticing = dispatcher.compose(beforeSending(() => (progress.sent = true)));
  try {
    signal.throwIfAborted();
    const answer = await send(wanted, noticing, signal);
    const outcome = outcomeOf(answer, Buffer.byteLength(wanted.body ?? ''));
    return {
      outcome: 'message' in outcome ? { ...outcome, message: redactToken(outcome.message, token) } : outcome,
      answer,
    };
  } catch (error) {
    const { sent } = progress;
    if (cancel.aborted) return { outcome: sent ? { kind: 'canceled' } : canceledUnsent() };
    if (timeout.aborted)
      return { outcome: sent ? { kind: 'timed-out', seconds: timeoutSeconds } : tooLate(timeoutSeconds) };
    const outcome = outcomeOfError(error, { sent });
    return { outcome: 'cause' in outcome ? { ...outcome, cause: redactToken(outcome.cause, token) } : outcome };
  } finally {
    // Other reads may be using a shared dispatcher.
    if (connections === undefined) void dispatcher.destroy();
  }
}

/** A promise that rejects when the signal aborts, and never resolves. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

async function connected({ url, token, network }: ServiceRequest, timeout: number): Promise<Dispatcher | Outcome> {
  const trust = url.protocol === 'https:' ? await trustOf(network) : {};
  if ('problem' in trust) return { kind: 'stopped-here', reason: trust.problem };
  // Imported lazily, since undici would slow down every start of the editor.
  const { dispatcherFor } = await import('./dispatcher.js');
  try {
    return dispatcherFor(url, network, { timeout, trust });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const cause = t('the address of the proxy is wrong ({0}): it must begin with http:// or https://', said);
    return { kind: 'unreachable', cause: redactToken(cause, token) };
  }
}

function tooLate(seconds: number): Outcome {
  return { kind: 'unreachable', cause: t('no connection within {0} s', seconds) };
}

/** Limit for 1xx responses (early hints): an endless stream of 1xx responses would keep the editor busy. */
const MAX_PRELIMINARY_RESPONSES = 20;

/** Calls back once the connection is established, just before the first byte of the request is sent. */
function beforeSending(callback: () => void): Dispatcher.DispatcherComposeInterceptor {
  let preliminary = 0;
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        callback();
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (controller, status, ...rest) => {
        if (status < 200) preliminary += 1;
        if (preliminary > MAX_PRELIMINARY_RESPONSES)
          controller.abort(new Error(t('it keeps sending interim responses')));
        else handler.onResponseStart?.(controller, status, ...rest);
      },
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });
}

async function send(wanted: ServiceRequest, dispatcher: Dispatcher, signal: AbortSignal): Promise<Answer> {
  const { method, url, token, body, language } = wanted;
  const headers = {
    ...(token !== '' && { authorization: token }),
    ...{ 'content-type': 'application/json', accept: 'application/json' },
    ...(language !== undefined && { 'accept-language': language }),
  };
  const [origin, path] = [url.origin, `${url.pathname}${url.search}`];
  const requested = dispatcher.request({ origin, path, method, headers, signal, body: body ?? null });
  // The signal does not stop undici while undici is still connecting.
  const response = await Promise.race([requested, aborted(signal)]);
  const { statusCode: status } = response;
  // After a change or failure the status suffices, but a read needs the whole body.
  const isRead = method === 'GET' && status < 300;
  const limit = isRead && isJson(response.headers['content-type']) ? MAX_RESPONSE_BYTES : answerLimit;
  const enough = isRead ? undefined : setTimeout(() => response.body.destroy(), BODY_TIMEOUT_MS);
  // Reads slightly past the limit, so that a token that crosses the limit is still recognized.
  const { bytes, error } = await startOf(response.body, limit + 6 * token.length);
  clearTimeout(enough);
  if (error !== undefined && isRead) throw error;
  const answered = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    redactToken([value].flat().join(', '), token),
  ]);
  const answer = Object.fromEntries(answered);
  const text = redactToken(textOfBody(bytes, answer['content-encoding'] ?? '', limit), token);
  return { status, headers: answer, body: Buffer.from(text).subarray(0, limit).toString('utf8') };
}

/** True for JSON media types, whatever their parameters are. */
function isJson(contentType: string | readonly string[] | undefined): boolean {
  const [type = ''] = String(contentType).split(';');
  return ['application/json', 'text/json'].includes(type.trim().toLowerCase()) || type.trim().endsWith('+json');
}

/** Timeout for a response body after a change or failure, for which the status already shows the outcome. */
const BODY_TIMEOUT_MS = 2_000;
/** Limit in bytes for a body that is only shown to the person. */
const answerLimit = 64 * 1024;
