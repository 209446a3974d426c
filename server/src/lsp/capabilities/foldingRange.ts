import { foldingRange } from '../../features/foldingRange.js';
import type { Capability } from '../capability.js';

export const foldingRangeProvider: Capability = ({ connection, client, settings, answer }) => {
  const limit = client.textDocument?.foldingRange?.rangeLimit;
  connection.onFoldingRanges(({ textDocument: { uri } }) => answer(uri, null, (open) => foldingRange(open, limit)));
  return settings.now.editorHas.foldingRanges ? {} : { foldingRangeProvider: true };
};
