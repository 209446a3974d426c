/** Tests of the network must not depend on the proxy of the machine that they run on. */
import { vi } from 'vitest';

/** The caller ends its tests with `vi.unstubAllEnvs`. */
export function withoutProxyVariables(): void {
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toUpperCase(), undefined);
  }
}
