/** Our own request: what a push would do to people. */
import { t } from '@vscode/l10n';
import { impactOnDependents } from '../../core/results/dependents.js';
import { impactBetween } from '../../core/results/impactBetween.js';
import type { Impact } from '../../core/protocol.js';
import * as protocol from '../../core/protocol.js';
import { whole } from '../../core/targeting/shares.js';
import { deadline } from '../../workspace/turns.js';
import { fileIn } from '../../workspace/environmentFiles.js';
import type { Capability } from '../session.js';

/** Milliseconds; what is not found out by then is not known. Nothing else is answered meanwhile. */
const IMPACT_BUDGET_MS = 1_000;

export const impact: Capability = (session) => {
  const { connection, project, evaluations, fenced } = session;
  connection.onRequest(protocol.impactRequest, ({ uri, toggle, environment, before, after }) =>
    fenced<Impact>(notKnown(), async () => {
      const file = fileIn(environment, uri, project);
      const states = await evaluations.ofStates(file, toggle, before, after);
      const { before: earlier, after: later, users, dependents } = states;
      const own = impactBetween(earlier, later, users, deadline(IMPACT_BUDGET_MS));
      return { ...own, ...impactOnDependents(earlier, later, dependents, deadline(IMPACT_BUDGET_MS)) };
    }),
  );
  return {};
};

function notKnown(): Impact {
  const words = t("It is unknown whether anyone's value changes.");
  return { who: 'unknown', most: whole, words, changes: [], users: [], asked: 0, unknown: 0 };
}
