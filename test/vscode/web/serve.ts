/** Serves a VS Code without a server to a browser of this machine, and answers its suite. */
import { createReadStream, existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import { memoryManifest, page, workbench } from './page.js';

export interface Served {
  readonly origin: string;
  readonly dispose: () => void;
}

export interface ServeOptions {
  readonly vsCode: string;
  readonly extension: string;
  readonly fromSuite: (what: string, about: unknown) => Promise<unknown>;
}

const types: Readonly<Record<string, string>> = {
  ...{ '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.html': 'text/html' },
  ...{ '.json': 'application/json', '.wasm': 'application/wasm', '.ttf': 'font/ttf', '.svg': 'image/svg+xml' },
};

export async function serve({ vsCode, extension, fromSuite }: ServeOptions): Promise<Served> {
  const folders: Readonly<Record<string, string>> = {
    build: vsCode,
    extension,
    memory: join(extension, 'dist/web'),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname);
    const send = (type: string, content: string) => response.setHeader('Content-Type', type).end(content);
    // Extensions run in a page of another origin.
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    const [, first = '', ...rest] = path.split('/');
    if (path === '/')
      return send('text/html', page(request.headers.host ?? '', searchParams.get('scheme') ?? 'memory'));
    if (path.endsWith('/browser/workbench/workbench.js')) return send('text/javascript', workbench(vsCode));
    if (path === '/memory/package.json') return send('application/json', JSON.stringify(memoryManifest));
    if (first === 'from-suite') {
      const about: unknown = JSON.parse(await text(request));
      return send('application/json', JSON.stringify(await fromSuite(rest.join('/'), about)));
    }
    const file = normalize(join(folders[first] ?? 'nowhere', ...rest));
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
    return createReadStream(file).pipe(response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, dispose: () => server.close() };
}
