/** What came of acting on a submitted change, in sentences, and what to do next. Pure. */
import { t } from '@vscode/l10n';
import type { Target } from '../../core/protocol.js';
import type { Told } from '../http/describe.js';
import { busy, locationOf } from '../http/describe.js';
import type { Failure, Outcome } from '../http/outcome.js';
import { hostOf, targetName } from '../http/target.js';
import type { Reason } from '../http/failureReason.js';
import { because, cut, mayNot, failureReason } from '../http/failureReason.js';
import { changes } from '../../core/targeting/state/changes.js';
import { listOf, sentencesOf } from '../../core/targeting/joined.js';
import { word } from '../words/harmless.js';
import type { Done, NotDone } from './acting.js';
import type { Approval } from '../http/answers.js';
import type { Deed } from './deeds.js';
import { nameOf, sentencesAbout } from './words.js';

export function tellDone({ deed, change, version }: Done, target: Target): string {
  const name = targetName(target);
  switch (deed) {
    case 'approve':
      return t('Approved {0}. It goes live when it is published.', name);
    case 'reject':
      return t(
        'Rejected {0}. {1} can submit another change in its place, or withdraw it.',
        name,
        nameOf(change.approval.by),
      );
    case 'withdraw':
      return t('Withdrew the change of {0}. Version {1} is still live.', name, version);
    case 'publish': {
      const changed = changes(change.live.state, change.after);
      const more = changed.length > 3 ? ['…'] : [];
      return sentencesOf([t('Published {0}: version {1} is live.', name, version), ...changed.slice(0, 3), ...more]);
    }
  }
}

export function tellNotDone({ deed, outcome, now }: NotDone, target: Target): Told {
  const host = hostOf(target);
  const doubtful = (happened: string): Told => {
    const sentences = [happened, t('It may or may not have been done.'), ...nowOf(now)];
    return { level: 'warning', sentence: sentencesOf(sentences), steps: ['show-log'] };
  };
  switch (outcome.kind) {
    case 'interrupted':
      return doubtful(t('The connection to {0} broke ({1}).', host, cut(outcome.cause)));
    case 'timed-out':
      return doubtful(t('{0} did not respond within {1} s.', host, outcome.seconds));
    case 'web-page':
      return doubtful(t('{0} responded with a web page ({1}).', host, cut(outcome.title) || String(outcome.status)));
    case 'no-targeting':
      return doubtful(
        t(
          '{0} responded with {1}, but the response does not say whether the change was applied: {2}.',
          host,
          outcome.status,
          cut(outcome.message),
        ),
      );
    case 'service-error':
      return doubtful(t('{0} failed with {1}.', host, outcome.status));
    case 'gateway-error':
      return doubtful(t('A gateway in front of {0} responded with {1}.', host, outcome.status));
    case 'see-other':
      return doubtful(
        t(
          '{0} responded with {1}, which redirects to {2}; no redirect is followed.',
          host,
          outcome.status,
          locationOf(outcome),
        ),
      );
    case 'cancelled':
      return doubtful(t('Cancelled after it was sent.'));
    default: {
      const isDecision = deed === 'approve' || deed === 'reject';
      // Of this the service says no word (service.md B).
      const isNoReviewer =
        isDecision && outcome.kind === 'rejected' && typeof now === 'object' && now.kind === 'pending';
      const { reason, steps } = isNoReviewer ? noReviewer(now) : reasonNotDone(outcome, target);
      return { level: 'error', sentence: notDone(deed, reason), steps };
    }
  }
}

function notDone(deed: Deed, reason: string): string {
  switch (deed) {
    case 'approve':
      return t('Not approved: {0}', reason);
    case 'reject':
      return t('Not rejected: {0}', reason);
    case 'withdraw':
      return t('Not withdrawn: {0}', reason);
    case 'publish':
      return t('Not published: {0}', reason);
  }
}

function nowOf(now: NotDone['now']): readonly string[] {
  if (now === undefined) return [];
  return now === 'none' ? [t('No change is submitted now.')] : [t('Now:'), ...sentencesAbout(now)];
}

function noReviewer({ reviewers }: Approval): Reason {
  const names = listOf(reviewers.map(word));
  const reason = t('only a reviewer decides ({0}), and the access token is not one of theirs.', names);
  return because(reason, 'replace-token', 'show-log');
}

function reasonNotDone(outcome: Failure | Extract<Outcome, { kind: 'forbidden' }>, target: Target): Reason {
  switch (outcome.kind) {
    case 'forbidden':
      return mayNot(t('the access token may not change {0}', targetName(target)), outcome.message);
    case 'throttled':
      return because(busy(hostOf(target), outcome.retryAfter), 'read-again', 'show-log');
    default:
      return failureReason(outcome, target, 'read-again');
  }
}
