import { selectionRange } from '../../features/selectionRange.js';
import type { Capability } from '../capability.js';

export const selectionRangeProvider: Capability = ({ connection, settings, answer }) => {
  connection.onSelectionRanges(({ textDocument: { uri }, positions }) =>
    answer(uri, null, (open) => selectionRange(open, positions)),
  );
  return settings.now.editorHas.selectionRanges ? {} : { selectionRangeProvider: true };
};
