import { prepareRename, rename } from '../../features/rename.js';
import type { Capability } from '../capability.js';

export const renameProvider: Capability = ({ connection, client, answer }) => {
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    answer(uri, null, (open) => prepareRename(open, position) ?? null),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
    answer(uri, null, (open) => rename(open, position, newName) ?? null),
  );
  const prepares = client.textDocument?.rename?.prepareSupport === true;
  return { renameProvider: prepares ? { prepareProvider: true } : true };
};
