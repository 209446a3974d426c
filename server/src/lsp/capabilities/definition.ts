import { definition, isDefinedElsewhere } from '../../features/definition.js';
import type { Capability } from '../capability.js';

export const definitionProvider: Capability = ({ connection, client, workspace, answer }) => {
  const links = client.textDocument?.definition?.linkSupport === true;
  connection.onDefinition(({ textDocument: { uri }, position }) =>
    answer(uri, null, async (open) => {
      const toggles = isDefinedElsewhere(open, position) ? await workspace.ready() : workspace.toggles;
      return definition(open, position, { toggles, links });
    }),
  );
  return { definitionProvider: true };
};
