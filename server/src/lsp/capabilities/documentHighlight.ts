import { documentHighlight } from '../../features/documentHighlight.js';
import type { Capability } from '../capability.js';

export const documentHighlightProvider: Capability = ({ connection, answer }) => {
  connection.onDocumentHighlight(({ textDocument: { uri }, position }) =>
    answer(uri, null, (open) => documentHighlight(open, position)),
  );
  return { documentHighlightProvider: true };
};
