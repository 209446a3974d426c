/** The request that applies a change of a file, or a single rule, to the toggle's files in other environments. */
import { t } from '../../../core/t.js';
import { carriedOver } from '../../../core/features/merge/carriedOver.js';
import { ruleCarriedOver } from '../../../core/features/merge/ruleElsewhere.js';
import { textEdits } from '../../../core/json/edit/edits.js';
import type { CarriedChange } from '../../../core/protocol.js';
import { carryOverRequest } from '../../../core/protocol.js';
import type { Carried } from '../../../workspace/carryOver.js';
import type { Capability } from '../../session.js';

export const carryingOver: Capability = ({ project, evaluations, onDocument }) => {
  onDocument(carryOverRequest, null, async (open, { version, what }) => {
    await project.ready(open.uri);
    const { text } = open.json;
    const made = (target: string) =>
      'rule' in what ? ruleCarriedOver(text, what.rule, target) : carriedOver(what.since, text, target);
    const carried = await evaluations.carriedOver({ uri: open.uri, made });
    return open.version === version ? carried.map(changeOf) : null;
  });
  return {};
};

function changeOf(carried: Carried): CarriedChange {
  const { environment, uri } = carried;
  const nothing = {
    ...{ environment, uri, changes: [], affected: '', leftOut: [], edits: [], before: '' },
    ...{ broken: [], isRefused: false },
  };
  switch (carried.kind) {
    case 'missing':
      return { ...nothing, reason: t('There is no file.') };
    case 'unreadable':
      return { ...nothing, reason: carried.reason };
    case 'not-merged':
      return { ...nothing, reason: t('The files are not valid JSON.') };
    case 'carried': {
      const { document, changes, leftOut, impact, disables, broken, edits } = carried;
      return {
        ...{ ...nothing, changes, leftOut, before: document.text },
        ...(changes.length > 0 && {
          ...{ affected: impact.words, risk: { disables, impact } },
          broken: broken.map(({ line, message }) => t('Line {0}: {1}', line, message)),
          isRefused: broken.some(({ severity }) => severity === 'error'),
        }),
        edits: textEdits(document, edits),
      };
    }
  }
}
