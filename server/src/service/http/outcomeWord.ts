/** Each outcome in a word or two, as the status bar tells of an earlier push; describe.ts has the sentences. Pure. */
import { t } from '@vscode/l10n';
import type { Outcome } from './outcome.js';

export function outcomeWord(kind: Outcome['kind']): string {
  switch (kind) {
    case 'ok':
      return t('pushed');
    case 'stopped-here':
      return t('not pushed');
    case 'unauthorized':
    case 'unknown-token':
      return t('access token not accepted');
    case 'forbidden':
      return t('not allowed');
    case 'not-found':
      return t('not found');
    case 'rejected':
      return t('rejected');
    case 'too-large':
      return t('too large');
    case 'throttled':
      return t('throttled');
    case 'service-error':
    case 'failed-safely':
    case 'gateway-error':
      return t('failure of the service');
    case 'redirected':
    case 'see-other':
      return t('redirected');
    case 'web-page':
      return t('responded with a web page');
    case 'no-targeting':
    case 'not-understood':
      return t('not understood');
    case 'unreachable':
      return t('service not reached');
    case 'untrusted':
      return t('certificate not trusted');
    case 'interrupted':
      return t('connection broken');
    case 'timed-out':
      return t('timed out');
    case 'cancelled':
      return t('cancelled');
  }
}
