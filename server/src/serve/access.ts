/** Access control: web pages of other sites can neither read nor send data, whichever host name they use. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LocalServerOptions } from './contract.js';

export class Access {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #key: Buffer | undefined;

  constructor(
    private readonly options: Pick<LocalServerOptions, 'allowedOrigins' | 'sdkKey' | 't'>,
    private readonly port: number,
  ) {
    const names = ['127.0.0.1', 'localhost'];
    this.#hosts = new Set([...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])]);
    // The Python SDK sends this server's own origin when it opens its socket, so this origin is allowed.
    this.#origins = new Set([...options.allowedOrigins, ...Array.from(this.#hosts, (host) => `http://${host}`)]);
    this.#key = options.sdkKey === undefined ? undefined : digest(options.sdkKey);
  }

  refusal({ headers: { host, origin } }: IncomingMessage): string | undefined {
    const { t } = this.options;
    // Another site's host name may resolve to this machine; the browser would then treat our response as that site's.
    if (!this.#hosts.has(host?.toLowerCase() ?? ''))
      return t('This server answers only applications on this machine, at {0}.', `127.0.0.1:${this.port}`);
    if (origin !== undefined && !this.#origins.has(origin))
      return t('Pages of this origin are not allowed. Allow the origin when you start the server.');
    return undefined;
  }

  accepts(key: string): boolean {
    return this.#key === undefined || timingSafeEqual(digest(key), this.#key);
  }
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
