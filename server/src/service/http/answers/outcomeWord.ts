/** Short labels of outcomes for the status bar; describe.ts has the full sentences. Pure. */
import { t } from '../../../core/t.js';
import type { Outcome } from './outcome.js';

export function outcomeWord(kind: Outcome['kind']): string {
  return words[kind]();
}

const words: Readonly<Record<Outcome['kind'], () => string>> = {
  ok: () => t('pushed'),
  'stopped-here': () => t('not pushed'),
  unauthorized: () => t('access token not accepted'),
  'unknown-token': () => t('access token not accepted'),
  forbidden: () => t('not allowed'),
  'not-found': () => t('not found'),
  rejected: () => t('rejected'),
  'too-large': () => t('too large'),
  throttled: () => t('throttled'),
  'service-error': () => t('service error'),
  'failed-safely': () => t('service error'),
  'gateway-error': () => t('service error'),
  redirected: () => t('redirected'),
  'see-other': () => t('redirected'),
  'web-page': () => t('responded with a web page'),
  'no-targeting': () => t('unexpected response'),
  'not-understood': () => t('unexpected response'),
  unreachable: () => t('service unreachable'),
  untrusted: () => t('certificate not trusted'),
  interrupted: () => t('connection broken'),
  'timed-out': () => t('timed out'),
  canceled: () => t('canceled'),
};
