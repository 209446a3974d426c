/** One outcome of each kind. A new kind does not compile until it is added here. */
import type { Outcome } from '../../../server/src/service/http/answers/outcome.js';

export type Kind = Outcome['kind'];

export function outcomesSaying(words: string): { readonly [K in Kind]: Extract<Outcome, { readonly kind: K }> } {
  return {
    ok: { kind: 'ok', status: 200 },
    'stopped-here': { kind: 'stopped-here', reason: words },
    unauthorized: { kind: 'unauthorized', message: words },
    forbidden: { kind: 'forbidden', message: words },
    'unknown-token': { kind: 'unknown-token', message: words },
    'not-found': { kind: 'not-found', message: words },
    rejected: { kind: 'rejected', status: 409, message: words },
    'too-large': { kind: 'too-large', bytes: 1_468_006, message: words },
    throttled: { kind: 'throttled', retryAfter: '17' },
    'service-error': { kind: 'service-error', status: 503, message: words },
    'failed-safely': { kind: 'failed-safely', status: 503, message: words },
    'gateway-error': { kind: 'gateway-error', status: 504, message: words },
    redirected: { kind: 'redirected', status: 307, location: words },
    'see-other': { kind: 'see-other', status: 302, location: words },
    'web-page': { kind: 'web-page', status: 200, title: words },
    'no-targeting': { kind: 'no-targeting', status: 200, message: words },
    'not-understood': { kind: 'not-understood', status: 200, message: words },
    unreachable: { kind: 'unreachable', cause: words },
    untrusted: { kind: 'untrusted', cause: words },
    interrupted: { kind: 'interrupted', cause: words },
    'timed-out': { kind: 'timed-out', seconds: 30 },
    canceled: { kind: 'canceled' },
  };
}
