/** Describes the outcome of an action on a submitted change, and the next step. Pure. */
import { t } from '../../core/t.js';
import type { Target } from '../../core/protocol.js';
import type { Notice } from '../http/describe.js';
import { happenedTo } from '../http/describe.js';
import { isDoubtful } from '../http/answers/outcome.js';
import { hostOf, targetName } from '../http/target.js';
import type { Reason } from '../http/answers/failureReason.js';
import { because, failureReason } from '../http/answers/failureReason.js';
import { changes } from '../../core/targeting/state/changes.js';
import { firstOf, listOf, sentencesOf } from '../../core/targeting/joined.js';
import { word } from '../words/harmless.js';
import type { Done, NotDone } from './acting.js';
import type { Approval } from '../http/answers/answers.js';
import type { ReviewStep } from './approvalActions.js';
import { nameOf, sentencesAbout } from './approvalWords.js';

export function describeDone({ deed, change, version }: Done, target: Target): string {
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
      return t('Withdrew the change to {0}. Version {1} is still live.', name, version);
    case 'publish': {
      const changed = changes(change.live.state, change.after);
      return sentencesOf([t('Published {0}: version {1} is live.', name, version), ...firstOf(changed, 3)]);
    }
  }
}

export function describeNotDone({ deed, outcome, now }: NotDone, target: Target): Notice {
  if (isDoubtful(outcome)) {
    const doubt = t('It may or may not have been applied.');
    const sentence = sentencesOf([happenedTo(outcome, hostOf(target)), doubt, ...nowOf(now)]);
    return { level: 'warning', sentence, steps: ['show-log'] };
  }
  const isDecision = deed === 'approve' || deed === 'reject';
  // If the person is not a reviewer, the service gives no reason (service.md B).
  const isNoReviewer = isDecision && outcome.kind === 'rejected' && typeof now === 'object' && now.kind === 'pending';
  const { reason, steps } = isNoReviewer ? noReviewer(now) : failureReason(outcome, target, 'read-again');
  return { level: 'error', sentence: notDone[deed](reason), steps };
}

const notDone: Readonly<Record<ReviewStep, (reason: string) => string>> = {
  approve: (reason) => t('Not approved: {0}', reason),
  reject: (reason) => t('Not rejected: {0}', reason),
  withdraw: (reason) => t('Not withdrawn: {0}', reason),
  publish: (reason) => t('Not published: {0}', reason),
};

function nowOf(now: NotDone['now']): readonly string[] {
  if (now === undefined) return [];
  return now === 'none' ? [t('There is no submitted change now.')] : [t('Now:'), ...sentencesAbout(now)];
}

function noReviewer({ reviewers }: Approval): Reason {
  const names = listOf(reviewers.map(word));
  const reason = t('only a reviewer can decide ({0}), and the access token does not belong to one.', names);
  return because(reason, 'replace-token', 'show-log');
}
