import { references } from '../../features/references.js';
import type { Capability } from '../capability.js';

export const referencesProvider: Capability = ({ connection, workspace, answer }) => {
  connection.onReferences(({ textDocument: { uri }, position, context: { includeDeclaration } }) =>
    answer(uri, null, async (open) =>
      references(open, position, { toggles: await workspace.ready(), includeDeclaration }),
    ),
  );
  return { referencesProvider: true };
};
