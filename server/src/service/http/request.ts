/**
 * One request with the token in its header, sent once, and on a connection of its own unless it reads for a run that shares one: whether to push again is the person's
 * choice. Only a push of a folder repeats a request, which the service refused as one too many (throttling.ts). What it
 * gives on never contains the token, also where the service echoes it.
 */
import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import type { Target } from '../../core/protocol.js';
import { startOf, textOfBody } from './answers/answerBody.js';
import { MAX_RESPONSE_BYTES } from './bounds.js';
import type { Network } from './dispatcher.js';
import type { Answer, Outcome } from './answers/outcome.js';
import { cancelledUnsent, outcomeOf, outcomeOfError } from './answers/outcome.js';
import { blot } from './token.js';
import { trustOf } from './trust.js';

/** What is asked of a service. */
export interface Call {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly url: URL;
  /** Empty where it is only asked whether someone answers. */
  readonly token: string;
  /** JSON text; none for a GET. */
  readonly body?: string | undefined;
  /** What is known of the service beyond the documented contract. */
  readonly api?: Target['api'] | undefined;
}

export interface ServiceRequest extends Omit<Call, 'api'> {
  /** In which the service is to answer. The documented contract has no header for it (service.md A). */
  readonly language?: Language;
  readonly timeoutSeconds: number;
  readonly network: Network;
  /** By origin, those of earlier readings, which this one uses and adds to. Without them, and for a change, the connection is its own. */
  readonly connections?: Connections;
}

/** By origin; or why there is no way to it. */
export type Connections = Map<string, Promise<Dispatcher | Outcome>>;

/** What a service with the FeatureProbe interface speaks; of others it answers with the keys of its messages (service.md B). */
export type Language = 'en-US' | 'zh-CN';

/** @param editor the editor's own language */
export function languageFor(editor: string): Language {
  return /^zh\b/i.test(editor) ? 'zh-CN' : 'en-US';
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
    return { outcome: 'message' in outcome ? { ...outcome, message: blot(outcome.message, token) } : outcome, answer };
  } catch (error) {
    const { sent } = progress;
    if (cancel.aborted) return { outcome: sent ? { kind: 'cancelled' } : cancelledUnsent() };
    if (timeout.aborted)
      return { outcome: sent ? { kind: 'timed-out', seconds: timeoutSeconds } : tooLate(timeoutSeconds) };
    const outcome = outcomeOfError(error, { sent });
    return { outcome: 'cause' in outcome ? { ...outcome, cause: blot(outcome.cause, token) } : outcome };
  } finally {
    // Others may be reading over what is shared.
    if (connections === undefined) void dispatcher.destroy();
  }
}

/** Never resolves. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

/** @returns why there is no way to the service */
async function connected({ url, token, network }: ServiceRequest, timeout: number): Promise<Dispatcher | Outcome> {
  const trust = url.protocol === 'https:' ? await trustOf(network) : {};
  if ('problem' in trust) return { kind: 'stopped-here', reason: trust.problem };
  // With undici, which would make every start of the editor longer.
  const { dispatcherFor } = await import('./dispatcher.js');
  try {
    return dispatcherFor(url, network, { timeout, trust });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const cause = t('the address of the proxy is wrong ({0}): it must begin with http:// or https://', said);
    return { kind: 'unreachable', cause: blot(cause, token) };
  }
}

function tooLate(seconds: number): Outcome {
  return { kind: 'unreachable', cause: t('no connection within {0} s', seconds) };
}

/** Answers of 1xx, before the one that counts: early hints. A service that sends them without end would keep the editor busy. */
const MAX_PRELIMINARY_RESPONSES = 20;

/** Calls back when a connection stands, through proxy and TLS, and the first byte of the request is about to go. */
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
          controller.abort(new Error(t('it keeps sending preliminary responses')));
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
  // A signal alone does not stop undici while it is still connecting.
  const response = await Promise.race([requested, aborted(signal)]);
  const { statusCode: status } = response;
  // The status of a change, or of a failure, has said what matters; of what is read, all is wanted.
  const isRead = method === 'GET' && status < 300;
  const limit = isRead && isJson(response.headers['content-type']) ? MAX_RESPONSE_BYTES : answerLimit;
  const enough = isRead ? undefined : setTimeout(() => response.body.destroy(), BODY_TIMEOUT_MS);
  // Read a little further than is shown, so that no token is cut where it can no longer be recognised.
  const { bytes, error } = await startOf(response.body, limit + 6 * token.length);
  clearTimeout(enough);
  if (error !== undefined && isRead) throw error;
  const answered = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    blot([value].flat().join(', '), token),
  ]);
  const answer = Object.fromEntries(answered);
  const text = blot(textOfBody(bytes, answer['content-encoding'] ?? '', limit), token);
  return { status, headers: answer, body: Buffer.from(text).subarray(0, limit).toString('utf8') };
}

/** Whatever its parameters are. */
function isJson(contentType: string | readonly string[] | undefined): boolean {
  const [type = ''] = String(contentType).split(';');
  return ['application/json', 'text/json'].includes(type.trim().toLowerCase()) || type.trim().endsWith('+json');
}

/** Milliseconds: the head of the answer to a change has said its outcome. */
const BODY_TIMEOUT_MS = 2_000;
/** Bytes: what is shown. */
const answerLimit = 64 * 1024;
