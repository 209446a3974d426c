/**
 * A real server of the interface in service.md, on loopback only: it reads a request, has it answered by routes.ts, and writes
 * the answer. Deliberately no product code and no mock: clients reach it over HTTP or HTTPS like any other service.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { commitFault, type Fault } from './faults.js';
import type { Targeting } from './model.js';
import { route } from './routes.js';
import type { Request } from './scene.js';
import type { Seed } from './seed.js';
import { openStore } from './store.js';

export interface ServiceOptions {
  readonly seed: Seed;
  /** Without a port the service takes a free one. */
  readonly port?: number | undefined;
  readonly host?: '127.0.0.1' | '::1';
  /** Key and certificate in PEM. With them the service speaks HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Called when a request was read, before it is answered. */
  readonly onRequest?: (request: ReceivedRequest) => void;
  /** Gives a fault to be met instead of the answer. */
  readonly answer?: (request: ReceivedRequest) => Fault | undefined | Promise<Fault | undefined>;
  /** Gets one line per request, without its headers, but none for the page at `/`, which loads itself every two seconds. */
  readonly log?: (line: string) => void;
  readonly now?: () => Date;
}

export interface ReceivedRequest extends Request {
  readonly rawHeaders: readonly string[];
}

export interface Service {
  /** Without a slash at its end, such as "http://127.0.0.1:4180". */
  readonly url: string;
  readonly port: number;
  /** All requests that arrived, oldest first, including those that met a fault. */
  readonly requests: readonly ReceivedRequest[];
  /** What is stored now. Throws when there is no such toggle. */
  targeting(project: string, environment: string, toggle: string): Targeting;
  /** Ends every connection, whether idle, busy or hanging. */
  close(): Promise<void>;
}

/** Rejects when the port is taken. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { seed, tls, host = '127.0.0.1', log = ignore, now = currentTime } = options;
  const store = openStore(seed, now().toISOString());
  const requests: ReceivedRequest[] = [];

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await receive(incoming);
    requests.push(request);
    options.onRequest?.(request);
    const fault = await options.answer?.(request);
    const line = `${request.method} ${request.path}`;
    if (fault) {
      log(`${line} ${fault.kind}`);
      commitFault(fault, incoming, response);
      return;
    }
    const answer = route(request, { seed, store, now: now().toISOString() });
    if (!answer.quiet) log([line, answer.status, ...(answer.note === undefined ? [] : [answer.note])].join(' '));
    const type = answer.contentType === undefined ? {} : { 'Content-Type': answer.contentType };
    response.writeHead(answer.status, type).end(answer.body);
  };

  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    serve(incoming, response).catch((problem: unknown) => {
      if (incoming.complete) log(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem));
      response.destroy();
    });
  };

  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const port = portOf(server);
  return {
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    targeting: (project, environment, toggle) => {
      const stored = store.get({ project, environment, toggle });
      if (stored) return stored;
      throw new Error(`The seed has no toggle ${toggle} in ${environment} of ${project}.`);
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url: path = '', headers, rawHeaders } = incoming;
  return { method, path, headers, rawHeaders, body: await text(incoming) };
}

function portOf(server: http.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service listens on no port.');
  return address.port;
}

function currentTime(): Date {
  return new Date();
}

function ignore(): void {
  // Without a log the service is silent.
}
