/** Asks which action to take on a submitted change, and for a reason, while the diff of the change is open. */
import { t } from '../../../server/src/core/t.js';
import type { Target } from '../../../server/src/core/protocol.js';
import { liveSide } from '../drift/comparisons.js';
import type { Diffs } from '../drift/diffs.js';
import type { ReviewStep } from '../../../server/src/service/approval/approvalActions.js';
import type { SubmittedChange } from '../../../server/src/service/approval/change.js';
import { approvalSummary, nameOf, sentencesAbout } from '../../../server/src/service/approval/approvalWords.js';
import { namesOf } from '../../../server/src/service/http/target.js';
import { textOf } from '../../../server/src/core/targeting/state/state.js';
import { word } from '../../../server/src/service/words/harmless.js';
import { listOf, sentencesOf } from '../../../server/src/core/targeting/joined.js';
import { pick } from '../say.js';
import { typeComment } from './prompts.js';

export async function showSubmitted(
  diffs: Diffs,
  target: Target,
  { approval, live, after }: SubmittedChange,
): Promise<void> {
  const { toggle, environment } = namesOf(target);
  const name = t('{0} as {1} submitted it', toggle, nameOf(approval.by));
  await diffs.show(t('{0}: live in {1} ↔ submitted change', toggle, environment), liveSide(target, live), {
    name,
    text: textOf(after),
  });
}

/** @returns undefined if the person canceled */
export async function chooseDeed(
  diffs: Diffs,
  target: Target,
  change: SubmittedChange,
  deeds: readonly ReviewStep[],
): Promise<ReviewStep | undefined> {
  await showSubmitted(diffs, target, change);
  const { approval } = change;
  const { toggle, environment } = namesOf(target);
  const words = deedWords(target, approval.reviewers);
  const items = deeds.map((deed) => {
    const { icon, title, does } = words[deed];
    return { icon, label: `${title}…`, detail: does, deed };
  });
  const picked = await pick(items, {
    title: t('{0} in {1}: {2}', toggle, environment, approvalSummary(approval)),
    placeHolder: sentencesOf(sentencesAbout(approval)),
    ignoreFocusOut: true,
  });
  return picked?.deed;
}

interface DeedWords {
  readonly icon: string;
  readonly title: string;
  readonly does: string;
  readonly question: string;
  readonly comment?: Parameters<typeof typeComment>[0];
}

export function deedWords(target: Target, reviewers: readonly string[] = []): Readonly<Record<ReviewStep, DeedWords>> {
  const { toggle, environment } = namesOf(target);
  const where = target.protected ? t('the protected environment {0}', environment) : environment;
  const names = listOf(reviewers.map(word));
  return {
    approve: {
      icon: 'check',
      title: t('Approve'),
      does: t('For reviewers ({0}). It goes live when it is published.', names),
      question: t('Approve the change to {0} in {1}?', toggle, where),
      comment: {
        title: t('Approve {0} in {1}: comment', toggle, environment),
        prompt: t('It appears in the history next to the version.'),
        value: t('Looks good'),
      },
    },
    reject: {
      icon: 'close',
      title: t('Reject'),
      does: t('For reviewers ({0}). The author of the change sees the reason.', names),
      question: t('Reject the change to {0} in {1}?', toggle, where),
      comment: {
        title: t('Reject {0} in {1}: comment', toggle, environment),
        prompt: t('Tell the author why.'),
        value: '',
      },
    },
    withdraw: {
      icon: 'discard',
      title: t('Withdraw'),
      does: t('Takes the request back. The live version stays as it is.'),
      question: t('Withdraw the change to {0} in {1}?', toggle, where),
      comment: {
        title: t('Withdraw {0} in {1}: comment', toggle, environment),
        prompt: t('Tell the reviewers why.'),
        value: '',
      },
    },
    publish: {
      icon: 'cloud-upload',
      title: t('Publish'),
      does: t('It goes live at once.'),
      question: t('Publish the change to {0} in {1}?', toggle, where),
    },
  };
}

export async function askDecisionComment(
  target: Target,
  deed: Exclude<ReviewStep, 'publish'>,
): Promise<string | undefined> {
  const { comment } = deedWords(target)[deed];
  return comment && typeComment(comment);
}
