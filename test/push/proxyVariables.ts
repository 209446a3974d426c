/** Unsets the proxy variables of the machine for all tests of a file. */
import { afterEach, beforeEach, vi } from 'vitest';

export function withoutProxyVariables(): void {
  beforeEach(() => {
    for (const name of ['http_proxy', 'https_proxy', 'no_proxy'])
      for (const each of [name, name.toUpperCase()]) vi.stubEnv(each, undefined);
  });
  afterEach(() => void vi.unstubAllEnvs());
}
