/** Tells SDKs that listen that there is something new, as the real server does: over socket.io, through WebSockets alone. */
import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as Engine } from 'engine.io';
import { Server } from 'socket.io';
import { pathOf } from './answers.js';
import type { Doors } from './doors.js';

/** Where SDKs connect, each in its own way. */
const paths = new Set(['/realtime', '/server/realtime', '/socket.io']);
const namespaces = ['/realtime', '/server/realtime'];
const MOST_LISTENERS = 200;
const LARGEST_MESSAGE = 2 ** 14;

export interface Realtime {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly changed: () => void;
  readonly close: () => void;
}

export function realtime(doors: Doors): Realtime {
  const sockets = new Set<Duplex>();
  const engine = new Engine({ transports: ['websocket'], maxHttpBufferSize: LARGEST_MESSAGE, allowEIO3: true });
  const io = new Server({ serveClient: false, connectTimeout: 10_000 }).bind(engine);
  const listeners = namespaces.map((name) =>
    io.of(name).on('connection', (socket) => {
      socket.on('register', (registered: unknown) => {
        const { key, sdk_key: other } = Object(registered) as Readonly<Record<string, unknown>>;
        // The SDK for browsers names it otherwise, which keeps it from hearing of changes in the real server.
        const sdkKey = key ?? other;
        if (typeof sdkKey === 'string' && doors.takes(sdkKey)) void socket.join('sdks');
        socket.emit('update', '');
      });
    }),
  );
  return {
    upgrade: (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      const path = pathOf(request).replace(/\/$/, '');
      if (doors.refusal(request) !== undefined) return refuse(socket, 403);
      if (!paths.has(path)) return refuse(socket, 404);
      if (sockets.size >= MOST_LISTENERS) return refuse(socket, 503);
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
