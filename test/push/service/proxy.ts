/** A proxy on loopback that leads every CONNECT to one port, whatever its host, and refuses other requests. */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Proxy {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** Such as "CONNECT toggles.example.test:443", oldest first, including those without the right credentials. */
  readonly asked: readonly string[];
}

export interface ProxyOptions {
  readonly to: number;
  /** The proxy speaks TLS with this certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly authorization?: string;
  /** Handles a CONNECT instead of making a tunnel. `attempt` counts from 1. */
  readonly instead?: (client: Socket, attempt: number) => void;
}

/** @param status such as "502 Bad Gateway" */
export function refuse(client: Socket, status: string): void {
  client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
}

export async function startProxy({ to, tls, authorization, instead }: ProxyOptions): Promise<Proxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = tls === undefined ? http.createServer() : https.createServer(tls);
  server.on('request', ({ method = '', url = '' }: http.IncomingMessage, response: http.ServerResponse) => {
    asked.push(`${method} ${url}`);
    response.writeHead(405).end();
  });
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => socket.destroy())));
  server.on('connect', ({ url = '', headers }: http.IncomingMessage, client: Socket, head: Buffer) => {
    asked.push(`CONNECT ${url}`);
    client.on('error', () => client.destroy());
    if (authorization !== undefined && headers['proxy-authorization'] !== authorization) {
      refuse(client, '407 Proxy Authentication Required');
      return;
    }
    if (instead !== undefined) {
      instead(client, asked.length);
      return;
    }
    const service = connect(to, '127.0.0.1');
    sockets.add(service.on('error', () => client.destroy()));
    service.on('connect', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      service.write(head);
      service.pipe(client).pipe(service);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
