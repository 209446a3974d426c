/** Starts the language server in a browser's Web Worker, and replaces the Node globals that the server uses. */
import { config } from '@vscode/l10n';
import { asObject } from '../core/json/plain.js';
import { BrowserMessageReader, BrowserMessageWriter, createConnection, ProposedFeatures } from './lsp.js';
import { startServer } from './server.js';
import type { ServerOptions } from './session.js';

export function startInWorker(about: Pick<ServerOptions, 'version' | 'docs' | 'now' | 'offsetMinutes'>): void {
  const encoder = new TextEncoder();
  Object.assign(globalThis, {
    setImmediate: immediately(),
    Buffer: { byteLength: (text: string) => encoder.encode(text).length },
  });
  // In a worker, the global object is the server's end of the connection.
  const [reader, writer] = [new BrowserMessageReader(globalThis), new BrowserMessageWriter(globalThis)];
  startServer(createConnection(ProposedFeatures.all, reader, writer), {
    ...about,
    disk: undefined,
    speak: (_locale, words) => {
      const contents = asObject(words);
      if (contents !== undefined) config({ contents: JSON.stringify(contents) });
    },
  });
}

/** Runs work in the next turn of the event loop, after pending messages; a timer would add milliseconds. */
function immediately(): (work: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  return (work) => {
    waiting.push(work);
    port2.postMessage(undefined);
  };
}
