/** One sentence for each outcome, what it means for the service, and the next step. Pure. */
import { t } from '@vscode/l10n';
import type { Outcome } from './outcome.js';
import type { Target } from '../../../server/src/protocol.js';
import { hostOf, targetName } from './target.js';

export type Step = 'replace-token' | 'show-log' | 'open-config' | 'push-again' | 'proxy-settings';

export interface Told {
  readonly level: 'information' | 'warning' | 'error';
  readonly sentence: string;
  readonly steps: readonly Step[];
}

export function tell(outcome: Outcome, target: Target): Told {
  const name = targetName(target);
  const host = hostOf(target);
  switch (outcome.kind) {
    case 'pushed':
      return { level: 'information', sentence: t('Pushed {0}.', name), steps: ['show-log'] };
    case 'refused':
      return { level: 'error', sentence: t('Not pushed: {0}', outcome.reason), steps: [] };
    case 'unauthorized':
      return failed(saying(t('{0} does not accept the access token', host), outcome.message), [
        'replace-token',
        'show-log',
      ]);
    case 'forbidden':
      return failed(saying(t('the access token may not change {0}', name), outcome.message), [
        'replace-token',
        'show-log',
      ]);
    case 'not-found':
      return failed(saying(t('{0} does not find {1}', host, name), outcome.message), ['open-config', 'show-log']);
    case 'rejected':
      return failed(saying(t('{0} rejected it with {1}', host, outcome.status), outcome.message), ['show-log']);
    case 'throttled':
      return failed(throttled(host, outcome.retryAfter), ['push-again', 'show-log']);
    case 'service-error':
      return failed(saying(t('{0} failed with {1}', host, outcome.status), outcome.message), [
        'push-again',
        'show-log',
      ]);
    case 'redirected':
      return failed(redirected(host, cut(outcome.location)), ['open-config', 'show-log']);
    case 'web-page':
      return doubtful(
        t(
          '{0} answered with a web page ({1}) where JSON should come, such as a login page or a proxy has. The push of {2} may or may not have been applied.',
          host,
          cut(outcome.title) || String(outcome.status),
          name,
        ),
      );
    case 'not-understood':
      return failed(
        t(
          'what {0} answered is no targeting: {1}. Is "api": "featureprobe" right for this environment?',
          host,
          cut(outcome.message),
        ),
        ['open-config', 'show-log'],
      );
    case 'unreachable':
      return failed(
        t('{0} cannot be reached: {1}. Check the base URL, the network and "http.proxy".', host, cut(outcome.cause)),
        ['push-again', 'open-config', 'proxy-settings'],
      );
    case 'untrusted':
      return failed(untrusted(host, outcome), ['proxy-settings', 'show-log']);
    case 'interrupted':
      return doubtful(
        t(
          'The connection to {0} broke while pushing {1} ({2}): it may or may not have been applied.',
          host,
          name,
          cut(outcome.cause),
        ),
      );
    case 'timed-out':
      return doubtful(
        t(
          '{0} did not answer within {1} s while pushing {2}: it may or may not have been applied.',
          host,
          outcome.seconds,
          name,
        ),
      );
    case 'cancelled':
      return doubtful(t('Cancelled while pushing {0}: it may or may not have been applied.', name));
  }
}

function failed(sentence: string, steps: readonly Step[]): Told {
  return { level: 'error', sentence: t('Not pushed: {0}', sentence), steps };
}

function doubtful(sentence: string): Told {
  return { level: 'warning', sentence, steps: ['push-again', 'show-log'] };
}

/** What happened, and what the service said of it, if it did. */
function saying(happened: string, message: string): string {
  return message.trim() === '' ? t('{0}.', happened) : t('{0}: {1}', happened, cut(message));
}

function untrusted(host: string, { cause, dated }: Extract<Outcome, { kind: 'untrusted' }>): string {
  return dated
    ? t(
        "by this machine's clock, the certificate of {0} is not valid: {1}. If the clock is right, the service needs another certificate.",
        host,
        cut(cause),
      )
    : t(
        'the certificate of {0} is not trusted: {1}. Add your company\'s CA to the system\'s certificates, or name its file in "toggleTargeting.push.extraCaFile"; see also "http.systemCertificates" and "http.proxyStrictSSL".',
        host,
        cut(cause),
      );
}

function throttled(host: string, retryAfter: string | undefined): string {
  if (retryAfter === undefined) return t('{0} is throttling; push again later.', host);
  return /^\d+$/.test(retryAfter)
    ? t('{0} is throttling; push again in {1} s.', host, retryAfter)
    : t('{0} is throttling; push again after {1}.', host, cut(retryAfter));
}

function redirected(host: string, location: string): string {
  return location === ''
    ? t('{0} redirects to nowhere; no redirect is followed. Correct the base URL.', host)
    : t('{0} redirects to {1}; no redirect is followed. Correct the base URL.', host, location);
}

/** What the service wrote, as one line of a notification; the log has all of it. */
function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const [start = ''] = /^[^]{0,300}/u.exec(line) ?? [];
  return start.length < line.length ? `${start}…` : line;
}
