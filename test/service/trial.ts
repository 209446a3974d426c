/**
 * A small service for one test, and requests to it. It is closed when the test is over. Deliberately the global fetch and no
 * product code: these tests hold the service to service.md, not to its client.
 */
import { onTestFinished } from 'vitest';
import type { Seed } from './seed.js';
import { startService, type Service, type ServiceOptions } from './service.js';

const offAndOn = [
  { value: 'false', name: 'Off', description: '' },
  { value: 'true', name: 'On', description: '' },
];

export const seed: Seed = {
  tokens: [
    { token: 'api-full', account: 'anna' },
    { token: 'api-read', account: 'rita', readOnly: true },
    { token: 'client-key', account: 'sdk' },
  ],
  projects: {
    P: {
      segments: ['testers'],
      toggles: { T: { variations: offAndOn }, U: { variations: offAndOn }, 'odd key+%': { variations: offAndOn } },
      environments: { dev: {}, online: { enableApproval: true, reviewers: ['rob'] } },
    },
  },
};

export const dev = '/api/projects/P/environments/dev/toggles/T/targeting';
export const online = '/api/projects/P/environments/online/toggles/T/targeting';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export async function startTrial(options: Partial<ServiceOptions> = {}): Promise<Service> {
  const service = await startService({ seed, ...options });
  onTestFinished(() => service.close());
  return service;
}

export function patch(
  service: Service,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return send(service, path, { method: 'PATCH', body: JSON.stringify(body), headers });
}

export function get(service: Service, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  return send(service, path, { headers });
}

/** With the token that may do everything, unless `headers` say otherwise. */
export async function send(
  service: Service,
  path: string,
  request: { readonly method?: string; readonly body?: string; readonly headers?: Record<string, string> },
): Promise<Reply> {
  const headers = { Authorization: 'api-full', 'Content-Type': 'application/json', ...request.headers };
  const response = await fetch(service.url + path, { ...request, headers });
  return { status: response.status, body: await response.json() };
}

/** A content whose only rule has one condition. */
export function condition(type: string, ...objects: readonly string[]): object {
  return { content: { rules: [{ name: 'r', conditions: [{ type, subject: 's', predicate: '=', objects }] }] } };
}
