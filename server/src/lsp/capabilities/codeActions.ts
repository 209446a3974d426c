/** Quick fixes and refactorings; the edit of a refactoring may be made once it is chosen. */
import { codeActionKinds, codeActions } from '../../features/codeActions.js';
import { variationDeletion } from '../../features/deleteVariation.js';
import { laterOf, refactorActions, refactorKinds, resolvedAction } from '../../features/refactorActions.js';
import type { DeleteVariationParams, VariationDeletion } from '../../protocol.js';
import { deleteVariationRequest } from '../../protocol.js';
import type { Capability } from '../session.js';

export const codeActionProvider: Capability = ({ connection, client, configs, settings, answer }) => {
  const resolves = client.textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true;
  connection.onCodeAction(
    answer([], async (open, { range, context }) => [
      ...codeActions(open, range, context, await configs.ratingFor(open.uri)),
      ...refactorActions(open, range, { only: context.only, asks: settings.now.asks, resolves }),
    ]),
  );
  connection.onCodeActionResolve((action, token) =>
    answer(action, (open) => resolvedAction(open, action, settings.now.asks))(
      { uri: laterOf(action)?.uri ?? '' },
      token,
    ),
  );
  connection.onRequest(
    deleteVariationRequest,
    answer<DeleteVariationParams, VariationDeletion>({ kind: 'changed' }, variationDeletion),
  );
  return { codeActionProvider: { codeActionKinds: [...codeActionKinds, ...refactorKinds], resolveProvider: true } };
};
