/** Valid and invalid answers that replace those of the service. */
import type { WireFault } from './wire.js';
import { answer } from './wire.js';

const variations = [
  { value: 'false', name: 'Off', description: '' },
  { value: 'true', name: 'On', description: '' },
];
const content = { rules: [], disabledServe: { select: 0 }, defaultServe: {}, variations, prerequisites: [] };

export const fresh = JSON.stringify({ disabled: true, content, version: 1 });

/** The service's answer to a GET of the fresh toggle, or to the PATCH that enables it. */
export function targeting(method: string): string {
  return method === 'GET'
    ? fresh
    : JSON.stringify({ disabled: false, content: { ...content, defaultServe: { select: 0 } }, version: 2 });
}

/** @param status such as "200 OK" */
export function respond(
  status: string,
  body: string | ((method: string) => Buffer | string),
  ...headers: readonly string[]
): WireFault {
  return answer((method) => {
    const bytes = Buffer.from(typeof body === 'string' ? body : body(method));
    const head = [`HTTP/1.1 ${status}`, `Content-Length: ${bytes.length}`, ...headers, '', ''].join('\r\n');
    return Buffer.concat([Buffer.from(head), bytes]);
  });
}
