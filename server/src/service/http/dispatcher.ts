/** Sets up connections to services: proxy and certificates. Only this file and request.ts use undici. */
import { t } from '../../core/t.js';
import type { Dispatcher } from 'undici';
import { Agent, EnvHttpProxyAgent, Pool } from 'undici';
import type { Authorities, Trust } from './trust.js';

export interface Network extends Authorities {
  /** Proxy for all hosts except `noProxy`; if undefined, environment variables name the proxy. */
  readonly proxy: string | undefined;
  readonly proxyAuthorization: string | undefined;
  readonly noProxy: readonly string[];
  readonly useProxy: boolean;
  /** If false, certificates are not checked. */
  readonly strictTls: boolean;
}

export interface Connecting {
  /** Connection timeout in milliseconds. */
  readonly timeout: number;
  readonly trust: Trust;
}

/** @throws if the proxy's address is invalid */
export function dispatcherFor(url: URL, network: Network, { timeout, trust }: Connecting): Dispatcher {
  const connect = { rejectUnauthorized: network.strictTls, timeout, ...trust };
  // undici's own timeouts are disabled, since one time limit applies to the whole request.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  // Like VS Code, never uses a proxy for connections to this machine.
  const direct = !network.useProxy || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (direct) return new Agent({ connect, ...limits });
  const { proxy, proxyAuthorization, noProxy } = network;
  return new EnvHttpProxyAgent({
    connect,
    requestTls: connect,
    proxyTls: connect,
    clientFactory: (origin, options) => new ProxyPool(origin, options),
    ...limits,
    ...(proxy !== undefined && { httpProxy: proxy, httpsProxy: proxy }),
    ...(proxyAuthorization !== undefined && { token: proxyAuthorization }),
    ...(noProxy.length > 0 && { noProxy: noProxy.join(',') }),
  });
}

/**
 * Works around nodejs/undici#3897: undici retries endlessly if a proxy hangs up during CONNECT, because it blames the
 * target's connection. Another error code makes the failure final.
 */
class ProxyPool extends Pool {
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(options: Dispatcher.ConnectOptions, callback: ConnectCallback): void;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback?: ConnectCallback,
  ): Promise<Dispatcher.ConnectData> | void {
    if (callback !== undefined) return super.connect(options, callback);
    return super.connect(options).catch((error: unknown) => {
      const hungUp = error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET';
      throw hungUp
        ? Object.assign(new Error(t('the proxy closed the connection ({0})', error.message)), { code: 'PROXY_HUNG_UP' })
        : error;
    });
  }
}

type ConnectCallback = (error: Error | null, data: Dispatcher.ConnectData) => void;
