/** The last question before an action on a submitted change. The diff of the change is open. */
import { t } from '../../../server/src/core/t.js';
import type { Diffs } from '../drift/diffs.js';
import type { ActQuestion } from '../../../server/src/service/approval/acting.js';
import type { Overwritten } from '../../../server/src/service/approval/change.js';
import { nameOf, sentencesAbout } from '../../../server/src/service/approval/approvalWords.js';
import { changes } from '../../../server/src/core/targeting/state/changes.js';
import { policyGates } from '../../../server/src/service/push/gatesOfRules.js';
import type { ImpactOf } from '../../../server/src/service/push/risk.js';
import { computeRisk, impactParagraphs } from '../../../server/src/service/push/risk.js';
import { completeBody } from '../../../server/src/core/targeting/state/state.js';
import { cut } from '../../../server/src/core/targeting/state/serves.js';
import { ask } from '../say.js';
import { deedWords, showSubmitted } from './approval.js';
import { confirmByTyping } from './pushQuestion.js';
import { paragraphs, whereTo } from './details.js';
import { firstOf } from '../../../server/src/core/targeting/joined.js';

/** Shows the diff and a modal question. To publish a grave change to a protected environment, its key must be typed. */
export async function confirmAction(
  diffs: Diffs,
  impactOf: ImpactOf,
  { target, deed, change, comment }: ActQuestion,
): Promise<boolean> {
  const { approval, live, after, overwrites } = change;
  await showSubmitted(diffs, target, change);
  const changing = changes(live.state, after);
  const risk = await computeRisk(impactOf, target, completeBody(live.state), completeBody(after));
  // The organization's rules apply only to publishing, because only publishing makes the change live.
  const policy = deed === 'publish' ? policyGates(target, risk) : [];
  const lines = paragraphs(
    policy.map(({ message }) => message),
    overwrites === undefined || deed === 'withdraw' || deed === 'reject' ? [] : overwritten(overwrites),
    ...(changing.length === 0
      ? [[t('It does not change the live version.')]]
      : [...impactParagraphs(risk.impact), firstOf(changing, 10)]),
    sentencesAbout(approval),
    whereTo(target, comment),
  );
  const { question: title, title: yes } = deedWords(target)[deed];
  if (!(await ask('warning', { title, lines }, { [yes]: true }))) return false;
  return deed !== 'publish' || confirmByTyping({ target, risk }, title);
}

function overwritten({ versions, changes: lost }: Overwritten): readonly string[] {
  const lines = versions.map(({ version, by, comment }) =>
    comment === ''
      ? t('Version {0} by {1}', version, nameOf(by))
      : t('Version {0} by {1}: {2}', version, nameOf(by), cut(comment)),
  );
  return [
    t('Publishing it overwrites what was pushed since it was submitted:'),
    ...firstOf(lines, 5),
    ...firstOf(lost, 5),
  ];
}
