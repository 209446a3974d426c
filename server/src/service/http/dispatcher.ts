/** How a push reaches the network: proxy, certificates. With request.ts, the only file that knows undici. */
import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import { Agent, EnvHttpProxyAgent, Pool } from 'undici';
import type { Authorities, Trust } from './trust.js';

/** How the editor and the machine reach the network. */
export interface Network extends Authorities {
  /** A proxy for every host but those in `noProxy`; undefined: as the environment variables say. */
  readonly proxy: string | undefined;
  /** Value of Proxy-Authorization. */
  readonly proxyAuthorization: string | undefined;
  readonly noProxy: readonly string[];
  /** False: no proxy at all. */
  readonly useProxy: boolean;
  /** False: certificates are not checked. */
  readonly strictTls: boolean;
}

export interface Connecting {
  /** Milliseconds that a connection may take. */
  readonly timeout: number;
  readonly trust: Trust;
}

/** Throws when the proxy's address is none. */
export function dispatcherFor(url: URL, network: Network, { timeout, trust }: Connecting): Dispatcher {
  const connect = { rejectUnauthorized: network.strictTls, timeout, ...trust };
  // The time limit of the whole push is the only one.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  // As VS Code does: this machine is never reached through a proxy.
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
 * undici asks a proxy that hangs up during CONNECT again and again, without end (nodejs/undici#3897): it takes the error
 * for one of the target's connection. Under another code it is final.
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
        ? Object.assign(new Error(t('the proxy hung up ({0})', error.message)), { code: 'PROXY_HUNG_UP' })
        : error;
    });
  }
}

type ConnectCallback = (error: Error | null, data: Dispatcher.ConnectData) => void;
