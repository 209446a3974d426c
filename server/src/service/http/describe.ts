/** Describes outcomes of pushes and reads: the event, its effect on the service and the next step. Pure. */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import type { Doubtful, Failure, Outcome } from './answers/outcome.js';
import { isDoubtful } from './answers/outcome.js';
import { sentencesOf } from '../../core/targeting/joined.js';
import { hostOf, namesOf, projectAtHost, targetName } from './target.js';
import type { NetworkWords, Step } from './answers/failureReason.js';
import { cut, failureReason, saying } from './answers/failureReason.js';

export interface Notice {
  readonly level: 'information' | 'warning' | 'error';
  readonly sentence: string;
  readonly reason?: string;
  readonly steps: readonly Step[];
}

export function describePush(outcome: Outcome, target: Target, words?: NetworkWords): Notice {
  if (outcome.kind === 'ok') return { level: 'information', sentence: pushed(target), steps: [] };
  if (!isDoubtful(outcome)) {
    const { reason, steps } = failureReason(outcome, target, 'push-again', words);
    return { level: 'error', sentence: t('Not pushed: {0}', reason), reason, steps };
  }
  const doubt = t('The push of {0} may or may not have been applied.', targetName(target));
  const sentence = sentencesOf([happenedTo(outcome, hostOf(target)), doubt]);
  const isElsewhere = outcome.kind === 'see-other';
  return {
    level: 'warning',
    sentence,
    steps: ['push-again', ...(isElsewhere ? (['open-config'] as const) : []), 'show-log'],
  };
}

export function describeRead(outcome: Failure, target: Target, words?: NetworkWords): Notice {
  const { reason, steps } = failureReason(outcome, target, 'read-again', words);
  return { level: 'error', sentence: t('Not read: {0}', reason), steps };
}

/** Starts with the essentials, since a collapsed notification shows only its beginning. */
function pushed(target: Target): string {
  const { toggle, environment } = namesOf(target);
  return sentencesOf([t('Pushed {0} to {1}.', toggle, environment), projectAtHost(target)]);
}

export function happenedTo(outcome: Doubtful, host: string): string {
  switch (outcome.kind) {
    case 'interrupted':
      return t('The connection to {0} broke ({1}).', host, cut(outcome.cause));
    case 'timed-out':
      return t('{0} did not respond within {1} s.', host, outcome.seconds);
    case 'canceled':
      return t('Canceled after it was sent.');
    case 'web-page': {
      const title = cut(outcome.title) || String(outcome.status);
      return t('{0} responded with a web page ({1}), perhaps a login or proxy page.', host, title);
    }
    case 'no-targeting':
      return t(
        '{0} responded with {1}, but the response does not say whether the change was applied: {2}.',
        host,
        outcome.status,
        cut(outcome.message),
      );
    case 'service-error':
      return saying(t('{0} failed with {1}', host, outcome.status), outcome.message);
    case 'gateway-error':
      return t('A gateway in front of {0} responded with {1}.', host, outcome.status);
    case 'see-other':
      return t(
        '{0} responded with {1}, which redirects to {2}; redirects are not followed.',
        host,
        outcome.status,
        cut(outcome.location) || t('an unknown address'),
      );
  }
}
