/** Requests with only what a test says: unlike fetch, no language is accepted, and no path is tidied. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { text } from 'node:stream/consumers';
import { parsed, type Reply } from '../trial.js';

export interface Asked {
  readonly method?: string;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** undefined omits a default header. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export async function ask(url: string, token: string, { method = 'GET', body, headers = {} }: Asked): Promise<Reply> {
  const sent = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const all: Readonly<Record<string, string | undefined>> = {
    Authorization: token,
    'Accept-Language': 'en-US',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(sent)),
    ...headers,
  };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new Promise((resolve, reject) => {
    const { origin } = new URL(url);
    const request = (origin.startsWith('https:') ? secure : plain)(origin, {
      method,
      path: url.slice(origin.length),
      headers: Object.fromEntries(given) as Record<string, string>,
    });
    request.on('error', reject).on('response', (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((answer) => resolve({ status, body: parsed(answer) }), reject);
    });
    request.end(sent);
  });
}
