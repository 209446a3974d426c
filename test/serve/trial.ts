/** A server for local applications with given data, and functions to ask it. */
import type { IncomingHttpHeaders, RequestOptions } from 'node:http';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { t } from '../../server/src/core/t.js';
import { onTestFinished } from 'vitest';
import type { LocalServerOptions, ServedUser, Source } from '../../server/src/serve/contract.js';
import { startLocalServer } from '../../server/src/serve/main.js';

export interface Given extends Partial<LocalServerOptions> {
  readonly toggles?: readonly string[];
}

export async function serverTrial({ toggles = ['checkout'], ...options }: Given = {}) {
  let repository = { json: '{"toggles":{},"version":7}', version: 7 };
  let now = 1_790_000_000_000;
  let told = 0;
  const users: ServedUser[] = [];
  const source: Source = {
    repository: () => repository,
    evaluatedFor: (user) => {
      users.push(user);
      return '{"checkout":{"value":true}}';
    },
    toggles: () => new Set(toggles),
  };
  const server = await startLocalServer({
    ...{ source, port: 0, sdkKey: undefined, allowedOrigins: [], t },
    clock: () => now,
    onTally: () => (told += 1),
    ...options,
  });
  onTestFinished(() => server.close());
  return {
    server,
    users,
    told: () => told,
    pass: (seconds: number) => (now += seconds * 1_000),
    serve: (json: string, version: number) => {
      repository = { json, version };
      server.changed();
    },
    ask: (path: string, how?: How) => ask(server.url, path, how),
    report: (body: unknown, headers?: Readonly<Record<string, string>>) =>
      ask(server.url, '/api/events', reportOf(JSON.stringify(body), headers)),
  };
}

export interface How extends RequestOptions {
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const authorized = { Authorization: 'server-1234' };

export function reportOf(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): How {
  const own = { ...authorized, 'Content-Type': 'application/json', 'User-Agent': 'Node/2.2.0' };
  return { method: 'POST', headers: { ...own, ...headers }, body };
}

/** Unlike `fetch`, sends any `Host` and `Origin`. */
export function ask(url: string, path: string, { body, ...how }: How = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { path, headers: authorized, agent: false, ...how }, (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((words) => {
        resolve({ status, headers, body: words });
      }, reject);
    });
    asked.on('error', reject).end(body);
  });
}

export function encoded(user: unknown): string {
  return encodeURIComponent(Buffer.from(JSON.stringify(user)).toString('base64'));
}
