/** The server for local applications. A bundle of its own, which is loaded when it is used. */
import type { LocalServer, LocalServerOptions } from './contract.js';

export function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  throw new Error(`Not built yet: ${options.source.environment}`);
}
