/** The requests that a service with the FeatureProbe interface knows beyond the documented PATCH (service.md B). */
import { t } from '@vscode/l10n';
import type { Target } from '../../../../server/src/protocol.js';
import type { State } from '../state/state.js';
import type { Live, Page } from './live.js';
import { readLive, readPage } from './live.js';
import type { Failure, Outcome } from './outcome.js';
import { cancelledUnsent } from './outcome.js';
import type { Exchange } from './request.js';

/** A toggle in an environment, and what opens it. */
export interface Place {
  readonly target: Target;
  readonly url: URL;
  readonly token: string;
}

/** One toggle in one environment of a service. No function rejects: every failure of the world is an outcome. */
export interface Service {
  readonly read: () => Promise<Reading<Live>>;
  /** @param page from 0, newest versions first */
  readonly history: (page: number) => Promise<Reading<Page>>;
  readonly patch: (body: string) => Promise<Exchange>;
  readonly submit: (body: string) => Promise<Exchange>;
}

/** Versions in a page of the history. */
export const pageSize = 10;

export type Reading<T> =
  { readonly kind: 'read'; readonly value: T } | { readonly kind: 'failed'; readonly outcome: Failure };

/** A request to an address, with a token that it knows. */
export type Send = (method: 'GET' | 'PATCH' | 'POST', url: URL, body?: string) => Promise<Exchange>;

/** Throws where nothing may be called but the documented PATCH (service.md A): whoever asks looks at `api` first. */
export function serviceOf({ api, environment }: Target, url: URL, send: Send): Service {
  if (api !== 'featureprobe') throw new Error(`The service of ${environment} must not be read.`);
  return serviceAt(url, send);
}

export function serviceAt(url: URL, send: Send): Service {
  const below = (path: string) => new URL(`${url.href}/${path}`);
  return {
    read: async () => reading(await send('GET', url), readLive),
    history: async (page) =>
      reading(await send('GET', below(`versions?pageIndex=${page}&pageSize=${pageSize}`)), readPage),
    patch: (body) => send('PATCH', url, body),
    submit: (body) => send('POST', below('approval'), body),
  };
}

/** What is served now. */
export interface Served {
  /** As the service tells it: while an approval is pending, of the change that waits and who asks for it. */
  readonly live: Live;
  readonly state: State;
  readonly version: number;
}

/** While an approval is pending, the service shows the change that waits (service.md B), so its history is read, too. */
export async function served(service: Pick<Service, 'read' | 'history'>): Promise<Reading<Served>> {
  const reading = await service.read();
  if (reading.kind === 'failed') return reading;
  const live = reading.value;
  if (live.pending === undefined) return { kind: 'read', value: { live, state: live.state, version: live.version } };
  const page = await service.history(0);
  if (page.kind === 'failed') return page;
  // What waits has the next version already. Another than that is not what is served, however new it looks.
  const current = page.value.versions.find(({ version }) => version === live.version - 1);
  return current === undefined
    ? { kind: 'failed', outcome: { kind: 'not-understood', status: 200, message: t('a history without versions') } }
    : { kind: 'read', value: { live, state: current.state, version: current.version } };
}

export function reading<T>({ outcome, answer }: Exchange, read: (text: string) => T | undefined): Reading<T> {
  if (outcome.kind !== 'pushed') return { kind: 'failed', outcome: harmless(outcome) };
  const { body = '' } = answer ?? {};
  const value = read(body);
  if (value !== undefined) return { kind: 'read', value };
  const message = body.trim() === '' ? t('nothing at all') : body;
  return { kind: 'failed', outcome: { kind: 'not-understood', status: outcome.status, message } };
}

/** Reading changes nothing, so whatever went wrong, nothing was applied. */
function harmless(outcome: Exclude<Outcome, { kind: 'pushed' }>): Failure {
  switch (outcome.kind) {
    case 'interrupted':
      return { kind: 'unreachable', cause: outcome.cause };
    case 'timed-out':
      return { kind: 'unreachable', cause: t('no answer within {0} s', outcome.seconds) };
    case 'cancelled':
      return cancelledUnsent();
    case 'web-page': {
      const title = outcome.title || String(outcome.status);
      return {
        kind: 'unreachable',
        cause: t('it answers with a web page ({0}), perhaps a login page or that of a proxy', title),
      };
    }
    default:
      return outcome;
  }
}
