import { inlayHints } from '../../features/inlayHints.js';
import type { Capability } from '../capability.js';

export const inlayHintProvider: Capability = ({ connection, client, settings, answer, logged }) => {
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    answer(textDocument.uri, [], (open) => inlayHints(open, range, settings.now.inlayHints)),
  );
  if (client.workspace?.inlayHint?.refreshSupport === true)
    settings.onChanged(() => void connection.languages.inlayHint.refresh().catch(logged));
  return { inlayHintProvider: true };
};
