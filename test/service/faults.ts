/** Faults of a network or a server. A fault lasts until the client gives up or the service closes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { springError } from './http.js';

export type Fault =
  /** Any answer: a proxy's page, a redirect, a body that is not JSON. */
  | {
      readonly kind: 'respond';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'hang' }
  /** Ends the connection after the request was read. */
  | { readonly kind: 'reset' }
  /** Sends the head of an answer, but no body. */
  | { readonly kind: 'stall'; readonly status: number };

export function commitFault(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  switch (fault.kind) {
    case 'respond':
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    case 'hang':
      return;
    case 'reset':
      request.socket.destroy();
      return;
    case 'stall':
      response.writeHead(fault.status, { 'Content-Type': 'application/json' });
      response.flushHeaders();
      return;
  }
}

/** Another PATCH was first: by chance, the open-source server refuses the baseVersion or answers a bare 500. */
export function overtaken(status: 400 | 500, path: string): Fault {
  const conflict = { code: 'invalid_request', message: 'Request conflict, please try again' };
  const body = JSON.stringify(status === 400 ? conflict : springError(500, path, new Date().toISOString()));
  return { kind: 'respond', status, ...(status === 500 && { headers: { 'Content-Type': 'application/json' } }), body };
}
