/** Turns responses to reads into values or failures. No failure is doubtful, since a read changes nothing. Pure. */
import { t } from '../../../core/t.js';
import { beyondBounds } from '../responseBounds.js';
import type { Failure, Outcome } from './outcome.js';
import { canceledUnsent } from './outcome.js';
import type { Exchange } from '../request.js';

export type Reading<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'failed'; readonly outcome: Failure };

export type Send = (method: 'GET' | 'PATCH' | 'POST', url: URL, body?: string) => Promise<Exchange>;

export function reading<T>({ outcome, answer }: Exchange, read: (text: string) => T | undefined): Reading<T> {
  if (outcome.kind !== 'ok') return { kind: 'failed', outcome: harmless(outcome) };
  const { body = '' } = answer ?? {};
  const reason = beyondBounds(body);
  if (reason !== undefined) return { kind: 'failed', outcome: { kind: 'stopped-here', reason, isTooMuch: true } };
  const value = read(body);
  if (value !== undefined) return { kind: 'read', value };
  return { kind: 'failed', outcome: { kind: 'not-understood', status: outcome.status, message: saidIn(body) } };
}

export function saidIn(body: string): string {
  return body.trim() === '' ? t('an empty response') : body;
}

function harmless(outcome: Exclude<Outcome, { kind: 'ok' }>): Failure {
  switch (outcome.kind) {
    case 'interrupted':
      return { kind: 'unreachable', cause: outcome.cause };
    case 'service-error':
    case 'gateway-error':
      return { ...outcome, kind: 'failed-safely' };
    case 'see-other':
      return { ...outcome, kind: 'redirected' };
    case 'timed-out':
      return { kind: 'unreachable', cause: t('no response within {0} s', outcome.seconds) };
    case 'canceled':
      return canceledUnsent();
    case 'no-targeting':
      return { ...outcome, kind: 'not-understood' };
    // Every valid token may read, so the service does not know this token.
    case 'forbidden':
      return { kind: 'unknown-token', message: outcome.message };
    case 'web-page': {
      const title = outcome.title || String(outcome.status);
      return {
        kind: 'unreachable',
        cause: t('it responds with a web page ({0}), perhaps a login or proxy page', title),
      };
    }
    default:
      return outcome;
  }
}
