/** One sentence for each outcome of a push or of a reading, what it means for the service, and the next step. Pure. */
import { t } from '@vscode/l10n';
import type { Target } from '../../core/protocol.js';
import type { Failure, Outcome } from './outcome.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { hostOf, namesOf, projectAtHost, targetName } from './target.js';
import type { NetworkWords, Reason, Step } from './failureReason.js';
import { because, cut, mayNot, failureReason } from './failureReason.js';

export interface Told {
  readonly level: 'information' | 'warning' | 'error';
  readonly sentence: string;
  readonly steps: readonly Step[];
}

/** What came of a push. */
export function tell(outcome: Outcome, target: Target, words?: NetworkWords): Told {
  const name = targetName(target);
  const host = hostOf(target);
  switch (outcome.kind) {
    case 'ok':
      return { level: 'information', sentence: pushed(target), steps: [] };
    case 'web-page':
      return doubtful(
        t(
          '{0} responded with a web page ({1}), perhaps a login page or that of a proxy. The push of {2} may or may not have been applied.',
          host,
          cut(outcome.title) || String(outcome.status),
          name,
        ),
      );
    case 'no-targeting':
      return doubtful(
        t(
          '{0} responded with {1}, but the response does not say whether the change was applied: {2}. The push of {3} may or may not have been applied.',
          host,
          outcome.status,
          cut(outcome.message),
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
          '{0} did not respond within {1} s while pushing {2}: it may or may not have been applied.',
          host,
          outcome.seconds,
          name,
        ),
      );
    case 'cancelled':
      return doubtful(t('Cancelled while pushing {0}: it may or may not have been applied.', name));
    case 'service-error':
      return doubtful(
        outcome.message.trim() === ''
          ? t('{0} failed with {1}. The push of {2} may or may not have been applied.', host, outcome.status, name)
          : t(
              '{0} failed with {1} ({2}). The push of {3} may or may not have been applied.',
              host,
              outcome.status,
              cut(outcome.message),
              name,
            ),
      );
    case 'gateway-error':
      return doubtful(
        t(
          'A gateway in front of {0} responded with {1}. The push of {2} may or may not have been applied.',
          host,
          outcome.status,
          name,
        ),
      );
    case 'see-other': {
      const sentence = t(
        '{0} responded with {1}, which redirects to {2}; no redirect is followed. The push of {3} may or may not have been applied.',
        host,
        outcome.status,
        locationOf(outcome),
        name,
      );
      return { ...doubtful(sentence), steps: ['push-again', 'open-config', 'show-log'] };
    }
    case 'forbidden':
      return tellNotPushed(mayNot(t('the access token may not change {0}', name), outcome.message));
    case 'throttled':
      return tellNotPushed(because(throttled(host, outcome.retryAfter), 'push-again', 'show-log'));
    default:
      return tellNotPushed(failureReason(outcome, target, 'push-again', words));
  }
}

/** The first words say it all: a notification shows no more of them before it is opened. */
function pushed(target: Target): string {
  const { toggle, environment } = namesOf(target);
  return sentencesOf([t('Pushed {0} to {1}.', toggle, environment), projectAtHost(target)]);
}

/** Where an answer leads, which need not say it. */
export function locationOf({ location }: Extract<Outcome, { kind: 'see-other' }>): string {
  return cut(location) || t('nowhere');
}

/** Why something could not be read. */
export function tellReading(outcome: Failure, target: Target, words?: NetworkWords): Told {
  switch (outcome.kind) {
    case 'throttled':
      return tellNotRead(because(busy(hostOf(target), outcome.retryAfter), 'read-again', 'show-log'));
    default:
      return tellNotRead(failureReason(outcome, target, 'read-again', words));
  }
}

function tellNotPushed({ reason, steps }: Reason): Told {
  return { level: 'error', sentence: t('Not pushed: {0}', reason), steps };
}

function tellNotRead({ reason, steps }: Reason): Told {
  return { level: 'error', sentence: t('Not read: {0}', reason), steps };
}

function doubtful(sentence: string): Told {
  return { level: 'warning', sentence, steps: ['push-again', 'show-log'] };
}

function throttled(host: string, retryAfter: string | undefined): string {
  if (retryAfter === undefined) return t('{0} is throttling; push again later.', host);
  return /^\d+$/.test(retryAfter)
    ? t('{0} is throttling; push again in {1} s.', host, retryAfter)
    : t('{0} is throttling; push again after {1}.', host, cut(retryAfter));
}

/** Why something else than a push did not come through. */
export function busy(host: string, retryAfter: string | undefined): string {
  if (retryAfter === undefined) return t('{0} is throttling; try again later.', host);
  return /^\d+$/.test(retryAfter)
    ? t('{0} is throttling; try again in {1} s.', host, retryAfter)
    : t('{0} is throttling; try again after {1}.', host, cut(retryAfter));
}
