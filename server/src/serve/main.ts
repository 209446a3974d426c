/** The server for local applications: a bundle of its own, which is loaded on demand. */
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answersOf } from './answers.js';
import { HeldBytes } from './bodies.js';
import type { LocalServer, LocalServerOptions } from './contract.js';
import { Access } from './access.js';
import { realtime } from './realtime.js';
import { BoundedTally } from './tally.js';

const HOST = '127.0.0.1';
const MOST_CONNECTIONS = 1_000;

/** @throws an error with a message for the user if the server cannot listen on the port */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const server = createServer({
    maxHeaderSize: 2 ** 14,
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
    // The timeout exceeds the time between polls of SDKs, because a poll fails if its connection is being closed.
    keepAliveTimeout: 75_000,
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = 30_000;
  const port = await listen(server, options);
  const access = new Access(options, port);
  const tally = new BoundedTally(options.clock);
  const listeners = realtime(access);
  const answer = answersOf({ options, access, tally, held: new HeldBytes() });
  server.on('request', (request, response) => {
    (listeners.isFor(request) ? listeners.answer : answer)(request, response);
  });
  server.on('upgrade', listeners.upgrade);
  // If connections are refused because there are too many, the idle connections are closed.
  server.on('drop', () => {
    server.closeIdleConnections();
  });
  return {
    url: `http://${HOST}:${port}`,
    tally,
    changed: listeners.changed,
    close: () =>
      new Promise((resolve) => {
        listeners.close();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { port, t }: LocalServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => {
      const taken = t('Port {0} is in use. Choose another port, or 0 for any free port.', port);
      reject(error.code === 'EADDRINUSE' ? new Error(taken, { cause: error }) : error);
    });
    server.listen(port, HOST, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}
