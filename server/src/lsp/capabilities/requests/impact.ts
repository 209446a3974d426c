/** Requests for the impact of pushes, and for the toggles that have files in an environment. */
import { t } from '../../../core/t.js';
import { combinedImpact } from '../../../core/results/impact/impactTogether.js';
import type { Impact } from '../../../core/protocol.js';
import * as protocol from '../../../core/protocol.js';
import { whole } from '../../../core/targeting/values/shares.js';
import { Turns } from '../../../workspace/turns.js';
import { environmentToggles } from '../../../workspace/dependents.js';
import { fileIn } from '../../../workspace/environmentFiles.js';
import type { Capability } from '../../session.js';

export const impact: Capability = (session) => {
  const { connection, project, evaluations, services, fenced, onRequest } = session;
  connection.onRequest(protocol.impactRequest, ({ environment, changes, others = [] }) =>
    fenced<readonly Impact[]>(
      changes.map(() => notKnown()),
      async () => {
        const turns = new Turns('asked');
        const there = changes.map((change) => ({ ...change, uri: fileIn(environment, change.uri, project) }));
        const keys = changes.map(({ toggle }) => toggle);
        const impacts: Impact[] = [];
        for (const [index, changing] of (await evaluations.changing(there, others, turns)).entries()) {
          const users = project.users(there[index]?.uri ?? '')?.all ?? [];
          impacts.push(combinedImpact(changing, keys, users));
          await turns.pause();
        }
        return impacts;
      },
    ),
  );
  onRequest(protocol.environmentTogglesRequest, {}, ({ uri, environment }) => {
    const file = fileIn(environment, uri, project);
    return environmentToggles(project, file, services.toggleKeys(file));
  });
  return {};
};

function notKnown(): Impact {
  const words = t("It is unknown whether anyone's value changes.");
  return { who: 'unknown', most: whole, words, changes: [], users: [], asked: 0, unknown: 0 };
}
