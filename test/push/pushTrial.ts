/** One push for one test: what is not said is as on a machine without a proxy. Free of vitest, companyMachine.main.ts runs it, too. */
import type { Network } from '../../server/src/service/http/dispatcher.js';
import type { Send } from '../../server/src/service/http/reading.js';
import type { Exchange } from '../../server/src/service/http/request.js';
import { exchange } from '../../server/src/service/http/request.js';
import { targetUrl } from '../../server/src/service/http/target.js';
import type { Target } from '../../server/src/core/protocol.js';

export const plainNetwork: Network = {
  proxy: undefined,
  proxyAuthorization: undefined,
  noProxy: [],
  useProxy: true,
  strictTls: true,
  systemCertificates: false,
  extraCaFile: undefined,
};

/** As on a machine where all is plain. */
export function sendWith(token = 'api-full'): Send {
  return (method, url, body) => {
    const wanted = { method, url, token, timeoutSeconds: 30, network: plainNetwork };
    return exchange({ ...wanted, ...(body !== undefined && { body }) }, new AbortController().signal);
  };
}

export interface Wanted {
  readonly target?: Partial<Target>;
  readonly token?: string;
  readonly body?: string;
  readonly timeoutSeconds?: number;
  readonly network?: Partial<Network>;
  readonly cancel?: AbortSignal;
}

/** Toggle T in dev of P, which the seed of test/service/trial.ts has. */
export function targetAt(baseUrl: string, changes: Partial<Target> = {}): Target {
  return {
    environment: 'dev',
    environmentKey: 'dev',
    baseUrl,
    project: 'P',
    toggle: 'T',
    protected: false,
    ...changes,
  };
}

export function pushTo(baseUrl: string, wanted: Wanted = {}): Promise<Exchange> {
  const { token = 'api-full', body = '{"disabled":false}', timeoutSeconds = 30, cancel } = wanted;
  const url = targetUrl(targetAt(baseUrl, wanted.target));
  if (url === undefined) throw new Error(`Nothing can be pushed to ${baseUrl}.`);
  const network = { ...plainNetwork, ...wanted.network };
  return exchange(
    { method: 'PATCH', url, token, body, timeoutSeconds, network },
    cancel ?? new AbortController().signal,
  );
}

/** Resolves after everything that is under way in memory. */
export function immediately(): Promise<false> {
  return new Promise((resolve) => void setImmediate(() => resolve(false)));
}
