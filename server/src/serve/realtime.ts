/** Notifies SDKs of changes through socket.io, as the real server does. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as Engine } from 'engine.io';
import { Server } from 'socket.io';
import { pathOf } from './answers.js';
import type { Access } from './access.js';

/** The paths that SDKs connect to. */
const paths = new Set(['/realtime', '/server/realtime', '/socket.io']);
const namespaces = ['/realtime', '/server/realtime'];
const MOST_LISTENERS = 200;
const LARGEST_MESSAGE = 2 ** 14;

export interface Realtime {
  readonly isFor: (request: IncomingMessage) => boolean;
  /** Handles polling: the Rust SDK begins without WebSocket and, if refused, retries thousands of times per second. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly changed: () => void;
  readonly close: () => void;
}

export function realtime(access: Access): Realtime {
  const sockets = new Set<Duplex>();
  const engine = new Engine({ maxHttpBufferSize: LARGEST_MESSAGE, allowEIO3: true });
  const io = new Server({ serveClient: false, connectTimeout: 10_000 }).bind(engine);
  const listeners = namespaces.map((name) =>
    io.of(name).on('connection', (socket) => {
      socket.on('register', (registered: unknown) => {
        const { key, sdk_key: other } = Object(registered) as Readonly<Record<string, unknown>>;
        // The browser SDK sends `sdk_key` instead of `key`, so the real server never notifies it of changes.
        const sdkKey = key ?? other;
        if (typeof sdkKey === 'string' && access.accepts(sdkKey)) void socket.join('sdks');
        socket.emit('update', '');
      });
    }),
  );
  const isFor = (request: IncomingMessage) => paths.has(pathOf(request).replace(/\/$/, ''));
  const refusal = (request: IncomingMessage) => {
    if (access.refusal(request) !== undefined) return 403;
    if (!isFor(request)) return 404;
    return Math.max(sockets.size, engine.clientsCount) >= MOST_LISTENERS ? 503 : undefined;
  };
  return {
    isFor,
    answer: (request, response) => {
      const status = refusal(request);
      if (status === undefined) engine.handleRequest(request, response);
      else response.writeHead(status, { 'Content-Length': 0 }).end();
    },
    upgrade: (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      const status = refusal(request);
      if (status !== undefined) return refuse(socket, status);
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      engine.handleUpgrade(request, socket, head);
    },
    changed: () => {
      for (const namespace of listeners) namespace.to('sdks').emit('update', '');
    },
    close: () => {
      void io.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function refuse(socket: Duplex, status: number): void {
  const lines = [['HTTP/1.1', status, STATUS_CODES[status]].join(' '), 'Connection:close', 'Content-Length:0'];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}
