/** A real HTTP or HTTPS server of the interface in service.md, only on loopback and without product code. */
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
  /** By default, a free port. */
  readonly port?: number | undefined;
  readonly host?: '127.0.0.1' | '::1';
  /** Key and certificate in PEM, for HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Called after a request was read, before it is answered. */
  readonly onRequest?: (request: ReceivedRequest) => void;
  /** @returns a fault to commit instead of the answer */
  readonly answer?: (request: ReceivedRequest) => Fault | undefined | Promise<Fault | undefined>;
  /** Gets one line per request, without its headers; none for the page at `/`, which reloads every two seconds. */
  readonly log?: (line: string) => void;
  readonly now?: () => Date;
}

export interface ReceivedRequest extends Request {
  readonly rawHeaders: readonly string[];
}

export interface Service {
  /** Without a trailing slash, such as "http://127.0.0.1:4180". */
  readonly url: string;
  readonly port: number;
  /** All requests that arrived, oldest first, including those that met a fault. */
  readonly requests: readonly ReceivedRequest[];
  /** The stored targeting. Throws if there is no such toggle. */
  targeting(project: string, environment: string, toggle: string): Targeting;
  /** Ends every connection, whether idle, busy or hanging. */
  close(): Promise<void>;
}

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
