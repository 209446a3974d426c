/** Quick fixes and refactorings; the edit of a refactoring may be made once it is chosen. */
import { codeActionKinds, codeActions } from '../../features/codeActions.js';
import { laterOf, refactorActions, refactorKinds, resolvedAction } from '../../features/refactorActions.js';
import type { Capability } from '../capability.js';

export const codeActionProvider: Capability = ({ connection, client, configs, settings, answer }) => {
  const resolves = client.textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true;
  connection.onCodeAction(({ textDocument, range, context }) =>
    answer(textDocument.uri, [], async (open) => [
      ...codeActions(open, range, context, await configs.ratingFor(open.uri)),
      ...refactorActions(open, range, { only: context.only, asks: settings.now.asks, resolves }),
    ]),
  );
  connection.onCodeActionResolve((action) =>
    answer(laterOf(action)?.uri ?? '', action, (open) => resolvedAction(open, action, settings.now.asks)),
  );
  return { codeActionProvider: { codeActionKinds: [...codeActionKinds, ...refactorKinds], resolveProvider: true } };
};
