/**
 * Starts the language server in a Web Worker, for an editor in a browser: it talks by messages, has no disk, and is given its
 * words. What the rooms use of Node's globals is made here of what a browser has.
 */
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
  // The worker's own end of the messages.
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

/** A turn of the event loop later, in which messages are handled: a timer would wait for milliseconds. */
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
