/** Tests of the network must not depend on the proxy of the machine that they run on. */
import { afterEach, beforeEach, vi } from 'vitest';

/** For all tests of a file. */
export function withoutProxyVariables(): void {
  beforeEach(() => {
    for (const name of ['http_proxy', 'https_proxy', 'no_proxy'])
      for (const each of [name, name.toUpperCase()]) vi.stubEnv(each, undefined);
  });
  afterEach(() => void vi.unstubAllEnvs());
}
