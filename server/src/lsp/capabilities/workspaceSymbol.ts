import { workspaceSymbol } from '../../features/workspaceSymbol.js';
import type { Capability } from '../capability.js';

export const workspaceSymbolProvider: Capability = ({ connection, workspace, fenced }) => {
  connection.onWorkspaceSymbol(({ query }) =>
    fenced(null, async () => workspaceSymbol(query, await workspace.ready())),
  );
  return { workspaceSymbolProvider: true };
};
