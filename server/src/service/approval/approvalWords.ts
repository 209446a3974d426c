/** Describes a submitted change: briefly for lenses, in full sentences, and as a reason not to push. Pure. */
import { t } from '../../core/t.js';
import { cut } from '../http/answers/failureReason.js';
import { eitherOf, listOf } from '../../core/targeting/joined.js';
import { word } from '../words/harmless.js';
import { timeIn } from '../words/timeOf.js';
import type { Approval } from '../http/answers/answers.js';

export function approvalSummary(approval: Approval): string {
  switch (approval.kind) {
    case 'pending': {
      const { reviewers } = approval;
      const isFew = reviewers.length > 0 && reviewers.length < 3;
      return isFew ? t('is waiting for {0}', eitherOf(reviewers.map(word))) : t('is waiting for approval');
    }
    case 'approved':
      return t('approved, not published');
    case 'rejected':
      return t('rejected by {0}', nameOf(approval.reviewer));
  }
}

type TimeWords = (time: string) => string;

/** @param timeWords formats a time from the service */
export function sentencesAbout(approval: Approval, timeWords: TimeWords = timeIn): readonly string[] {
  return [sentenceOf(approval, timeWords), ...more(approval)];
}

function sentenceOf(approval: Approval, timeWords: TimeWords): string {
  const by = nameOf(approval.by);
  switch (approval.kind) {
    case 'pending':
      return approval.since === undefined
        ? t('A change by {0} is waiting for approval.', by)
        : t('A change by {0} has been waiting for approval since {1}.', by, timeWords(approval.since));
    case 'approved':
      return t('A change by {0} was approved by {1} and is not published yet.', by, nameOf(approval.reviewer));
    case 'rejected':
      return t('A change by {0} was rejected by {1}.', by, nameOf(approval.reviewer));
  }
}

/** The reason why a submitted change blocks a push, worded to follow "Not pushed:". */
export function blockingReason(approval: Approval, timeWords: TimeWords = timeIn): readonly string[] {
  const by = nameOf(approval.by);
  switch (approval.kind) {
    case 'pending': {
      const waits =
        approval.since === undefined
          ? t('a change by {0} is waiting for approval.', by)
          : t('a change by {0} has been waiting for approval since {1}.', by, timeWords(approval.since));
      return [waits, t('Pushes are blocked until a reviewer decides.'), ...more(approval)];
    }
    case 'approved': {
      const approved = t(
        'a change by {0} was approved by {1} and is not published yet.',
        by,
        nameOf(approval.reviewer),
      );
      return [approved, t('Pushes are blocked until it is published or withdrawn.'), ...more(approval)];
    }
    case 'rejected': {
      const rejected = t('a change by {0} was rejected by {1}.', by, nameOf(approval.reviewer));
      return [rejected, t('Withdraw it, or push only your file in the editor to replace it.'), ...more(approval)];
    }
  }
}

/** A sentence with the reviewers of a pending change, or with the comment of the reviewer who decided. */
function more(approval: Approval): readonly string[] {
  if (approval.kind === 'pending')
    return approval.reviewers.length === 0 ? [] : [t('Reviewers: {0}.', listOf(approval.reviewers.map(word)))];
  if (approval.comment === undefined) return [];
  return [t('{0} said: "{1}".', nameOf(approval.reviewer), cut(approval.comment))];
}

export function nameOf(name: string | undefined): string {
  return word(name ?? t('someone'));
}
