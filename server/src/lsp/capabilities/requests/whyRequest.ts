/** The request that explains a finding of dead targeting in the current text of a file. */
import { t } from '../../../core/t.js';
import { pathOf } from '../../../core/checks/deadTargeting.js';
import { whyRequest } from '../../../core/protocol.js';
import { Why } from '../../../core/results/reasons/why.js';
import { Turns } from '../../../workspace/turns.js';
import type { Capability } from '../../session.js';

export const why: Capability = ({ documents, deadTargeting, evaluations, onDocument }) => {
  onDocument(whyRequest, null, async (asked, { uri, code, path }) => {
    let open = asked;
    for (;;) {
      await deadTargeting.complete(uri);
      const now = documents.get(uri);
      if (now === undefined) return null;
      if (now === open) break;
      open = now;
    }
    const found = open.problems.find(({ claim }) => claim?.code === code && pathOf(claim).join() === path.join());
    const turns = new Turns('asked');
    const ready = await evaluations.of(open, turns);
    if (found?.claim === undefined || ready === undefined) return null;
    for (const steps = new Why(ready.evaluated).inSteps(found.claim); ;) {
      const { done, value } = steps.next();
      if (done === true) return [t('Line {0}: {1}', found.range.start.line + 1, found.message), '', ...value];
      await turns.pause();
    }
  });
  return {};
};
