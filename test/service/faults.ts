/**
 * The ways in which a network or a server goes wrong, for tests of how a client takes it. Deliberately no timing: a fault
 * lasts until the client gives up or the service closes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { springError } from './http.js';

export type Fault =
  /** Any answer at all: a proxy's page, a redirect, a body that is no JSON. */
  | {
      readonly kind: 'respond';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Ends the connection after the request was read. */
  | { readonly kind: 'reset' }
  /** Sends the head of an answer and then no body. */
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

/**
 * What the open-source server answers to a PATCH that another one overtakes: the refusal of a stale baseVersion or a bare 500,
 * as chance has it. The race itself cannot be had on purpose.
 *
 * @param path of the request
 */
export function overtaken(status: 400 | 500, path: string): Fault {
  const conflict = { code: 'invalid_request', message: 'Request conflict, please try again' };
  const body = JSON.stringify(status === 400 ? conflict : springError(500, path, new Date().toISOString()));
  return { kind: 'respond', status, ...(status === 500 && { headers: { 'Content-Type': 'application/json' } }), body };
}
