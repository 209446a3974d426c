/** A small service for one test, and requests by fetch: it is held to service.md, not to the product's client. */
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
    { token: 'api-rob', account: 'rob', role: 'WRITER' },
    { token: 'api-eve', account: 'eve', role: 'WRITER' },
    { token: 'client-key', account: 'sdk' },
  ],
  projects: {
    P: {
      segments: {
        testers: {
          name: 'Testers',
          rules: [
            {
              name: 'r',
              conditions: [{ type: 'string', subject: 'email', predicate: 'ends with', objects: ['@example.com'] }],
            },
          ],
        },
      },
      toggles: {
        T: { variations: offAndOn },
        U: { variations: offAndOn },
        V: { variations: offAndOn },
        'odd key+': { variations: offAndOn },
        old: { variations: offAndOn, archived: true },
      },
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

/** Sends with the token that may do everything, unless `headers` override it. */
export async function send(
  service: Service,
  path: string,
  request: { readonly method?: string; readonly body?: string; readonly headers?: Record<string, string> },
): Promise<Reply> {
  const spoken = { 'Accept-Language': 'en-US', 'Content-Type': 'application/json' };
  const headers = { Authorization: 'api-full', ...spoken, ...request.headers };
  const response = await fetch(service.url + path, { ...request, headers });
  return { status: response.status, body: parsed(await response.text()) };
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
