/**
 * The one request: PATCH with the token in its header, once. The only file that knows undici. The answer that it gives
 * on never contains the token, also where the service echoes it.
 */
import tls from 'node:tls';
import type { Dispatcher } from 'undici';
import { Agent, EnvHttpProxyAgent, request } from 'undici';
import type { Answer, Outcome } from './outcome.js';
import { outcomeOf, outcomeOfError } from './outcome.js';

/** How the editor and the machine reach the network. */
export interface Network {
  /** A proxy for every host but those in `noProxy`; undefined: as the environment variables say. */
  readonly proxy: string | undefined;
  /** Value of Proxy-Authorization. */
  readonly proxyAuthorization: string | undefined;
  readonly noProxy: readonly string[];
  /** False: no proxy at all. */
  readonly useProxy: boolean;
  /** False: certificates are not checked. */
  readonly strictTls: boolean;
  readonly systemCertificates: boolean;
}

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

const answerLimit = 64 * 1024;

/** Never rejects: every failure of the world is an outcome. */
export async function push(wanted: PushRequest, cancel: AbortSignal): Promise<Exchange> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(wanted.timeoutSeconds * 1000);
  const signal = AbortSignal.any([cancel, timeout]);
  const exchange = async (): Promise<Omit<Exchange, 'milliseconds'>> => {
    try {
      const dispatcher = dispatcherFor(wanted.url, wanted.network, wanted.timeoutSeconds * 1000);
      const answer = await send(wanted, dispatcher, signal).finally(() => dispatcher.destroy());
      return { outcome: outcomeOf(answer), answer };
    } catch (error) {
      if (cancel.aborted) return { outcome: { kind: 'cancelled' } };
      if (timeout.aborted) return { outcome: { kind: 'timed-out', seconds: wanted.timeoutSeconds } };
      const outcome = outcomeOfError(error);
      return { outcome: 'cause' in outcome ? { ...outcome, cause: blot(outcome.cause, wanted.token) } : outcome };
    }
  };
  const result = await exchange();
  return { ...result, milliseconds: Math.round(performance.now() - started) };
}

async function send({ url, token, body }: PushRequest, dispatcher: Dispatcher, signal: AbortSignal): Promise<Answer> {
  const headers = { authorization: token, 'content-type': 'application/json', accept: 'application/json' };
  const response = await request(url, { method: 'PATCH', headers, body, dispatcher, signal });
  const text = await firstPart(response.body);
  const answered = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    blot([value].flat().join(', '), token),
  ]);
  return { status: response.statusCode, headers: Object.fromEntries(answered), body: blot(text, token) };
}

/** The start of the answer. One that breaks off, or goes on for ever, does not change what its status has said. */
async function firstPart(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= answerLimit) break;
    }
  } catch {
    // What has arrived is what there is to show.
  }
  return Buffer.concat(chunks).subarray(0, answerLimit).toString('utf8');
}

function blot(text: string, token: string): string {
  return text.replaceAll(token, '(access token)');
}

function dispatcherFor(url: URL, network: Network, milliseconds: number): Dispatcher {
  const ca = network.systemCertificates ? systemCertificates() : undefined;
  const options = { rejectUnauthorized: network.strictTls, timeout: milliseconds, ...(ca && { ca }) };
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  // As VS Code does: this machine is never reached through a proxy.
  const direct = !network.useProxy || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (direct) return new Agent({ connect: options, ...limits });
  const { proxy, proxyAuthorization, noProxy } = network;
  return new EnvHttpProxyAgent({
    connect: options,
    requestTls: options,
    proxyTls: options,
    ...limits,
    ...(proxy !== undefined && { httpProxy: proxy, httpsProxy: proxy }),
    ...(proxyAuthorization !== undefined && { token: proxyAuthorization }),
    ...(noProxy.length > 0 && { noProxy: noProxy.join(',') }),
  });
}

/** Node's own roots and the system's; undefined where Node cannot tell them, and VS Code adds them by itself. */
function systemCertificates(): string[] | undefined {
  // Absent before Node 22.15, which older editors still have; its types are not here yet, either.
  const { getCACertificates: read, rootCertificates } = tls as typeof tls & {
    getCACertificates?: (type: string) => string[];
  };
  return read && [...rootCertificates, ...read('system'), ...read('extra')];
}
