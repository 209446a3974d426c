/** One sentence for each outcome of a push or of a reading, what it means for the service, and the next step. Pure. */
import { t } from '@vscode/l10n';
import type { Failure, Outcome } from './outcome.js';
import type { Target } from '../../../server/src/protocol.js';
import { hostOf, targetName } from './target.js';

export type Step = 'replace-token' | 'show-log' | 'open-config' | 'push-again' | 'read-again' | 'proxy-settings';

export interface Told {
  readonly level: 'information' | 'warning' | 'error';
  readonly sentence: string;
  readonly steps: readonly Step[];
}

/** What came of a push. */
export function tell(outcome: Outcome, target: Target): Told {
  const name = targetName(target);
  const host = hostOf(target);
  switch (outcome.kind) {
    case 'pushed':
      return { level: 'information', sentence: t('Pushed {0}.', name), steps: [] };
    case 'web-page':
      return doubtful(
        t(
          '{0} answered with a web page ({1}), perhaps a login page or that of a proxy. The push of {2} may or may not have been applied.',
          host,
          cut(outcome.title) || String(outcome.status),
          name,
        ),
      );
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
    case 'forbidden':
      return notPushed(mayNot(t('the access token may not change {0}', name), outcome.message));
    case 'throttled':
      return notPushed({ reason: throttled(host, outcome.retryAfter), steps: ['push-again', 'show-log'] });
    default:
      return notPushed(whyNot(outcome, target, 'push-again'));
  }
}

/** Why something could not be read. */
export function tellReading(outcome: Failure, target: Target): Told {
  switch (outcome.kind) {
    case 'forbidden':
      return notRead(mayNot(t('the access token may not read {0}', targetName(target)), outcome.message));
    case 'throttled':
      return notRead({ reason: busy(hostOf(target), outcome.retryAfter), steps: ['read-again', 'show-log'] });
    default:
      return notRead(whyNot(outcome, target, 'read-again'));
  }
}

interface Reason {
  readonly reason: string;
  readonly steps: readonly Step[];
}

/** What pushing and reading have in common. */
function whyNot(
  outcome: Exclude<Failure, { kind: 'forbidden' | 'throttled' }>,
  target: Target,
  again: 'push-again' | 'read-again',
): Reason {
  const name = targetName(target);
  const host = hostOf(target);
  switch (outcome.kind) {
    case 'refused':
      return { reason: outcome.reason, steps: [] };
    case 'unauthorized':
      return mayNot(t('{0} does not accept the access token', host), outcome.message);
    case 'not-found':
      return {
        reason: saying(t('there is no {0}', name), outcome.message),
        steps: ['open-config', 'show-log'],
      };
    case 'rejected':
      return {
        reason: saying(t('{0} rejected it with {1}', host, outcome.status), outcome.message),
        steps: ['show-log'],
      };
    case 'service-error':
      return {
        reason: saying(t('{0} failed with {1}', host, outcome.status), outcome.message),
        steps: [again, 'show-log'],
      };
    case 'redirected':
      return { reason: redirected(host, cut(outcome.location)), steps: ['open-config', 'show-log'] };
    case 'not-understood':
      return {
        reason: t(
          'what {0} answered is no targeting: {1}. Is "api": "featureprobe" right for this environment?',
          host,
          cut(outcome.message),
        ),
        steps: ['open-config', 'show-log'],
      };
    case 'unreachable':
      return {
        reason: t(
          '{0} cannot be reached: {1}. Check the base URL, the network and "http.proxy".',
          host,
          cut(outcome.cause),
        ),
        steps: [again, 'open-config', 'proxy-settings'],
      };
    case 'untrusted':
      return { reason: untrusted(host, outcome), steps: ['proxy-settings', 'show-log'] };
  }
}

/** Another token may. */
function mayNot(happened: string, message: string): Reason {
  return { reason: saying(happened, message), steps: ['replace-token', 'show-log'] };
}

function notPushed({ reason, steps }: Reason): Told {
  return { level: 'error', sentence: t('Not pushed: {0}', reason), steps };
}

function notRead({ reason, steps }: Reason): Told {
  return { level: 'error', sentence: t('Not read: {0}', reason), steps };
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

function busy(host: string, retryAfter: string | undefined): string {
  if (retryAfter === undefined) return t('{0} is throttling; try again later.', host);
  return /^\d+$/.test(retryAfter)
    ? t('{0} is throttling; try again in {1} s.', host, retryAfter)
    : t('{0} is throttling; try again after {1}.', host, cut(retryAfter));
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
