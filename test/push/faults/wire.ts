/** A wire between a push and a service that fails on one connection. No HTTP server sends what a broken one does. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Handles a connection instead of leading it to the service.
 * @param lead connects it to the service, and returns the socket of the answer
 * @param cancel cancels the push, as an impatient person does
 */
export type WireFault = (client: Socket, lead: () => Socket, cancel: () => void) => void;

export interface Wire {
  readonly port: number;
  /** Heads of the requests that arrived without TLS, oldest first. */
  readonly heads: readonly string[];
  /** Stops listening and drops all connections. */
  readonly remove: () => Promise<void>;
}

export interface WireOptions {
  readonly host: string;
  readonly to: number;
  /** @param connection counts from 1 */
  readonly fault: (connection: number) => WireFault | undefined;
  readonly cancel: () => void;
}

export async function startWire({ host, to, fault, cancel }: WireOptions): Promise<Wire> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy());
  };
  let connections = 0;
  const server = createServer((socket) => {
    const client = kept(socket);
    const lead = (): Socket => {
      const service = kept(connect(to, '127.0.0.1'));
      client.pipe(service);
      return service;
    };
    connections += 1;
    const wrong = fault(connections);
    if (wrong === undefined) lead().pipe(client);
    else wrong(client, lead, cancel);
    void whole(client, /\r\n\r\n/).then((request) => heads.push(request.split('\r\n\r\n')[0] ?? ''));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const remove = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(remove);
  return { port: (server.address() as AddressInfo).port, heads, remove };
}

export const hangUp: WireFault = (client) => void client.destroy();
export const silence: WireFault = (client) => void client.resume();

/** Cancels once the request, or the greeting of TLS, arrives. */
export const canceled: WireFault = (client, _, cancel) => void client.once('data', cancel);

/** Resets before all of a long request was read. */
export const resetWhileReading: WireFault = (client) => {
  client.once('data', () => client.resetAndDestroy());
};

/** The service does its work, but only the first bytes of its answer come back. */
export function cutAnswer(bytes: number, then: (client: Socket) => void): WireFault {
  return (client, lead) => {
    let left = bytes;
    const service = lead().on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, left);
      left -= part.length;
      client.write(part);
      if (left > 0) return;
      service.pause();
      then(client);
    });
  };
}

/** Answers instead of the service, then closes the connection. */
export function answer(textFor: (method: string) => Buffer | string): WireFault {
  return (client) =>
    void whole(client, /^(?:GET|PATCH.*\r\n\r\n\{[^]*\}$)/s).then((request) =>
      client.end(textFor(request.split(' ')[0] ?? '')),
    );
}

/** Answers instead of the service, without end. */
export function answerForEver(head: string, more: Buffer): WireFault {
  return (client) =>
    void whole(client, /\r\n\r\n/).then(() => {
      const write = (): void => {
        while (client.writable && client.write(more));
      };
      client.on('drain', write).write(head);
      write();
    });
}

/** Resolves to all bytes so far once they match. */
function whole(client: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let came = '';
    const read = (chunk: Buffer): void => {
      came += chunk.toString('latin1');
      if (!pattern.test(came)) return;
      client.off('data', read);
      resolve(came);
    };
    client.on('data', read);
  });
}
